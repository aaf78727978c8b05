import type { Page } from "@playwright/test";
import { arrive, expect, signIn, test } from "#tests/support/admin.ts";
import { expectAccessible } from "#tests/support/axe.ts";

async function check(page: Page, what: string): Promise<void> {
  // It comes with the screen, which is streamed.
  await expect(page).toHaveTitle(/./);
  await expectAccessible(page, { what });
}

const SCREENS = [
  { name: "desktop", viewport: { width: 1280, height: 800 } },
  { name: "phone", viewport: { width: 390, height: 844 } },
] as const;

for (const { name, viewport } of SCREENS) {
  test(`axe finds nothing in the admin, ${name}`, async ({ browser, server, acme, api }) => {
    test.slow();
    const updates = [{ description: "We are **looking** into it: [details](https://example.com)" }];
    const { shop, checkout } = acme.services;
    const at = `/status_pages/${acme.subdomain}/incidents`;
    const post = async (incident: object) =>
      (await api.post(at, { incident })).json<{
        incident: { id: number; updates: { id: number }[] };
      }>();
    const { incident } = await post({
      title: "Checkout fails",
      type: "major",
      service_ids: [checkout],
      updates,
    });
    await post({
      title: "Upgrade",
      type: "scheduled",
      service_ids: [shop],
      starts_at: "2031-01-01T00:00",
      ends_at: "2031-01-01T01:00",
    });
    await post({
      title: "Slow",
      type: "minor",
      service_ids: [shop],
      starts_at: "2026-01-01T00:00",
      ends_at: "2026-01-01T01:00",
    });

    const page = await (await browser.newContext({ viewport })).newPage();
    await page.goto(`${server.url}/sign-in`);
    await check(page, "sign-in");
    await signIn(page, server, acme.organization.owner);
    const list = `${server.url}/pages/${acme.subdomain}/incidents`;
    const one = `${list}/${incident.id}`;
    const paths = [
      `${server.url}/?choose`,
      `${server.url}/pages/${acme.subdomain}/now`,
      list,
      `${list}?show=maintenance`,
      `${list}?show=all`,
      `${list}/new`,
      one,
      `${one}?edit=${incident.updates[0]?.id}`,
      `${one}/edit`,
      `${list}/999999999`,
      `${server.url}/pages/${acme.subdomain}/services`,
      `${server.url}/pages/${acme.subdomain}/services/${checkout}`,
      `${server.url}/pages/${acme.subdomain}/services/new`,
    ];
    for (const path of paths) {
      await page.goto(path);
      await check(page, path);
    }
    await arrive(page, `${list}/new`);
    await page.getByRole("button", { name: "Post incident" }).click();
    await expect(page.getByText("Fill this in.")).toBeVisible();
    await check(page, "errors");
    await arrive(page, one);
    await page.getByRole("button", { name: /^Delete the update/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await check(page, "a question");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
    await check(page, "shortcuts");
    await page.context().close();
  });
}
