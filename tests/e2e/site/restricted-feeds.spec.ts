import type { BrowserContext } from "@playwright/test";
import { expect, submitSignIn } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { enter, test } from "#tests/support/browser/members-page.ts";
import { request } from "#tests/support/http/http.ts";

async function cookieNamed(context: BrowserContext, name: string) {
  return (await context.cookies()).find((cookie) => cookie.name === name);
}

test("a member makes feed addresses, which work without cookies until they are revoked, and stay out of the log", async ({
  page,
  server,
  members: {
    url,
    viewer,
    page: { subdomain },
  },
}) => {
  await enter(page, `${url}/access`, viewer);
  await page.getByRole("button", { name: "Create addresses" }).click();
  const [rss = "", atom = "", calendar = ""] = await page.locator("code").allTextContents();
  const host = `${subdomain}.localhost:${server.port}`;
  const read = async (address: string) => request(server.port, host, new URL(address).pathname);
  for (const address of [rss, atom, calendar]) {
    expect(address).toMatch(new RegExp(`^${url}/feeds/[\\w-]{32}/`));
    const { status, headers } = await read(address);
    expect([status, headers["cache-control"]], address).toEqual([200, "private, no-store"]);
  }
  expect((await read(rss)).text).toContain(`href="${rss}"`);
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("You have no addresses yet.")).toBeVisible();
  for (const address of [rss, atom, calendar]) expect((await read(address)).status).toBe(404);
  const secret = rss.split("/")[4] ?? "";
  expect(server.output()).toContain("/feeds/…");
  expect(server.output()).not.toContain(secret);
});

test("another site's form changes nothing", async ({
  server,
  page,
  members: {
    url,
    viewer,
    page: { subdomain },
  },
}) => {
  await enter(page, url, viewer);
  const cookie = await cookieNamed(page.context(), "allclear-page");
  const headers = {
    cookie: `allclear-page=${cookie?.value}`,
    origin: "http://evil.localhost",
    "content-type": "application/x-www-form-urlencoded",
  };
  for (const path of ["/access/feeds", "/session/end"]) {
    const post = { method: "POST", headers, body: "do=renew" };
    expect((await server.visit(subdomain, path, post)).status).toBe(403);
  }
  await page.goto(`${url}/access`);
  await expect(page.getByText("You have no addresses yet.")).toBeVisible();
});

test("nobody is kept out of signing in, in light and dark", async ({
  browser,
  members: { url, viewer },
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(url);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await expectAccessible(page);
  await submitSignIn(page, viewer.email, viewer.password);
  await page.getByRole("link", { name: "Your access" }).click();
  await page.getByRole("button", { name: "Create addresses" }).click();
  await expectAccessible(page);
  await context.close();
});
