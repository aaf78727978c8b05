import type { Page } from "@playwright/test";
import { later, wireNow } from "#lib/platform/clock.ts";
import { type Acme, arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import type { Api } from "#tests/support/http/api.ts";

type Impact = { service_id: number; type: string; starts_at: string; ends_at: string | null };
type Course = {
  impacts: Impact[];
  impacts_follow_updates: boolean;
  service_ids: number[];
  updates: { service_ids: number[] | null }[];
};

const HOUR = 3_600;
/** With whole minutes, as they are typed. */
const ago = (hours: number) => later(`${wireNow().slice(0, 16)}:00`, -hours * HOUR);

async function open(api: Api, { subdomain, services }: Acme, more: object = {}): Promise<number> {
  const incident = { title: "Checkout fails", type: "major", starts_at: ago(9), ...more };
  const service_ids = [services.checkout, services.search];
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { service_ids, ...incident },
  });
  return answer.json<{ incident: { id: number } }>().incident.id;
}

async function say(api: Api, { subdomain }: Acme, id: number, update: object): Promise<void> {
  const path = `/status_pages/${subdomain}/incidents/${id}/updates`;
  await api.post(path, { update: { description: "News.", ...update } });
}

async function read(api: Api, { subdomain }: Acme, id: number): Promise<Course> {
  const answer = await api.get(`/status_pages/${subdomain}/incidents/${id}`);
  return answer.json<{ incident: Course }>().incident;
}

/** As `7 major 9 → 8`: hours ago. */
function linesOf({ impacts }: Course): string[] {
  const hours = (time: string | null) =>
    time && Math.round((Date.parse(`${ago(0)}Z`) - Date.parse(`${time}Z`)) / HOUR / 1_000);
  return impacts.map(({ service_id, type, starts_at, ends_at }) => {
    return `${service_id} ${type} ${hours(starts_at)} → ${hours(ends_at) ?? ""}`;
  });
}

const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const row = (page: Page, number: number) => page.getByRole("group", { name: `Row ${number}` });
const local = (time: string) => time.slice(0, 16);

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Changes saved")).toBeVisible();
}

test("another type and other services hold from now on, unless one says from the start", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const { checkout, search } = acme.services;
  const id = await open(api, acme);
  const screen = `${server.url}/pages/${acme.subdomain}/incidents/${id}`;
  const change = async (since: string, edit: () => Promise<unknown>) => {
    await arrive(admin, `${screen}/edit`);
    await edit();
    await admin.locator("label", { hasText: since }).click();
    await save(admin);
    return linesOf(await read(api, acme, id));
  };
  expect(
    await change("From now on", async () => {
      await admin.getByLabel("Type", { exact: true }).selectOption("minor");
      await admin.getByLabel("Start", { exact: true }).fill(local(ago(8)));
    }),
  ).toEqual([
    ...[`${checkout} major 8 → 0`, `${search} major 8 → 0`],
    ...[`${checkout} minor 0 → `, `${search} minor 0 → `],
  ]);
  await expect(admin.getByText(/^Checkout and Search: Disruption, .+ – ongoing$/)).toBeVisible();
  const without = () => admin.getByRole("checkbox", { name: "Search" }).uncheck({ force: true });
  expect(await change("From the start", without)).toEqual([
    ...[`${checkout} major 8 → 0`, `${checkout} minor 0 → `],
  ]);
});

test("what happened when is corrected row by row, by keyboard, and follows the updates again when asked", async ({
  admin,
  server,
  acme,
  api,
}) => {
  await admin.setViewportSize({ width: 375, height: 800 });
  const { checkout, search } = acme.services;
  const id = await open(api, acme);
  await say(api, acme, id, { type: "deescalate", posted_at: ago(7) });
  await say(api, acme, id, { type: "resolved", posted_at: ago(5) });
  const follow = linesOf(await read(api, acme, id));
  const edit = `${server.url}/pages/${acme.subdomain}/incidents/${id}/edit`;
  await arrive(admin, edit);
  await admin.getByText("What happened when", { exact: true }).focus();
  await admin.keyboard.press("Enter");
  await expect(row(admin, 2)).toBeVisible();
  await expect(row(admin, 3)).toHaveCount(0);
  await row(admin, 1).getByText("Checkout and Search").focus();
  await admin.keyboard.press("Enter");
  await row(admin, 1).getByRole("checkbox", { name: "Search" }).focus();
  await admin.keyboard.press("Space");
  await expect(row(admin, 1).locator("summary")).toHaveText("Checkout");
  await admin.getByRole("button", { name: "Remove line 2" }).focus();
  await admin.keyboard.press("Enter");
  await expect(row(admin, 2)).toHaveCount(0);
  await admin.keyboard.press("Enter");
  await expect(row(admin, 2).getByLabel("Search services")).toBeFocused();
  await admin.keyboard.type("check");
  await admin.keyboard.press("Enter");
  await row(admin, 2).getByLabel("Impact").selectOption("minor");
  await row(admin, 2)
    .getByLabel("From")
    .fill(local(ago(8)));
  await row(admin, 2)
    .getByLabel("Until")
    .fill(local(ago(6)));
  const wide = await admin.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(375);
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText("These times of one service overlap.").first()).toBeVisible();
  await expect(row(admin, 2).getByLabel("From")).toBeFocused();
  await row(admin, 2)
    .getByLabel("From")
    .fill(local(ago(7)));
  await save(admin);
  expect(linesOf(await read(api, acme, id))).toEqual([
    ...[`${checkout} major 9 → 7`, `${checkout} minor 7 → 6`],
  ]);
  await arrive(admin, edit);
  await admin.getByText("What happened when (set exactly)").click();
  await admin.getByRole("checkbox", { name: "Follow the updates again" }).check();
  await expect(row(admin, 1)).toBeHidden();
  await save(admin);
  expect(linesOf(await read(api, acme, id))).toEqual(follow);
  expect(follow.at(-1)).toBe(`${search} minor 7 → 5`);
});

test("another title leaves the course to the updates, with rows that were opened, too", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const id = await open(api, acme, { starts_at: later(ago(3), 7) });
  const before = await read(api, acme, id);
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}/edit`);
  await admin.getByText("What happened when", { exact: true }).click();
  await admin.getByLabel("Title", { exact: true }).fill("Payments fail");
  await save(admin);
  const { impacts, impacts_follow_updates } = await read(api, acme, id);
  expect({ impacts, impacts_follow_updates }).toEqual({
    ...{ impacts: before.impacts, impacts_follow_updates: true },
  });
});

test("rows are corrected and dropped without scripts", async ({ browser, server, acme, api }) => {
  const { checkout } = acme.services;
  const id = await open(api, acme, { service_ids: [checkout] });
  await say(api, acme, id, { type: "deescalate", posted_at: ago(7) });
  await say(api, acme, id, { type: "resolved", posted_at: ago(5) });
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const path = `/pages/${acme.subdomain}/incidents/${id}/edit`;
  await signIn(page, server, acme.organization.owner, path);
  await page.getByText("What happened when", { exact: true }).click();
  await row(page, 1)
    .getByLabel("Until")
    .fill(local(ago(6)));
  await row(page, 2).locator("summary").click();
  await row(page, 2).getByRole("checkbox", { name: "Checkout" }).uncheck();
  await row(page, 2).getByLabel("From").fill("");
  await row(page, 2).getByLabel("Until").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(/done=saved/);
  await expect(page.getByText("The API posted 5 hours ago, and it is over")).toBeVisible();
  expect(linesOf(await read(api, acme, id))).toEqual([`${checkout} major 9 → 6`]);
});

test("services chosen in the composer are affected from the time of the update, which Undo takes back", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const { checkout, search } = acme.services;
  const id = await open(api, acme, { service_ids: [checkout] });
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}`);
  const composer = admin.locator("#compose");
  await composer.getByRole("button", { name: "Change" }).click();
  await expect(
    composer.getByText(/If you backdate the update, from that time on\.$/),
  ).toBeVisible();
  await composer.getByRole("checkbox", { name: "Search" }).check();
  await composer.getByLabel("Text", { exact: true }).fill("Search is affected, too.");
  await composer.getByText("Backdate this update").click();
  await composer.getByLabel("Time of the update").fill(local(ago(4)));
  await composer.getByRole("button", { name: "Post without notifying" }).click();
  await expect(toast(admin, "Update posted")).toBeVisible();
  const posted = await read(api, acme, id);
  expect(linesOf(posted)).toEqual([`${checkout} major 9 → `, `${search} major 4 → `]);
  expect(posted.updates[0]?.service_ids).toEqual([checkout, search]);
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(toast(admin, "Undone. Nobody was notified.")).toBeVisible();
  const { service_ids } = await read(api, acme, id);
  expect(service_ids).toEqual([checkout]);
});

test("an incident's screen, and the question before it is deleted, name every service it affected", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const { checkout, search, shop } = acme.services;
  const id = await open(api, acme, { service_ids: [checkout, search] });
  await say(api, acme, id, { posted_at: ago(7), service_ids: [shop] });
  await say(api, acme, id, { type: "resolved", posted_at: ago(5) });
  await api.delete(`/status_pages/${acme.subdomain}/services/${search}`);
  const screen = `${server.url}/pages/${acme.subdomain}/incidents/${id}`;
  await arrive(admin, screen);
  const affected = admin.locator("dl div", { hasText: "Affected services" }).getByRole("listitem");
  await expect(affected).toHaveText(["Shop", "Checkout", "Search"]);
  await admin.goto(`${screen}/edit`);
  await expect(
    admin.getByText(
      /^4\sh(?:\s1\smin)? will no longer count toward the uptime of: Shop, Checkout,? and Search$/,
    ),
  ).toBeVisible();
});
