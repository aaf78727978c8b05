import type { Page } from "@playwright/test";
import {
  type Acme,
  arrive,
  expect,
  signIn,
  submitSignIn,
  test,
} from "#tests/support/browser/admin.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";

const MINUTE = 60_000;
const HALF = "We have found the cause and";

async function open(api: Api, { subdomain, services }: Acme): Promise<number> {
  const incident = { title: "Checkout fails", type: "major", service_ids: [services.checkout] };
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  return answer.json<{ incident: { id: number } }>().incident.id;
}

const textOf = (page: Page) => page.getByLabel("Text", { exact: true });

/** Begins an update in the sheet over another screen. */
async function begin(page: Page): Promise<void> {
  await page.keyboard.press("u");
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.type(HALF);
  await page.keyboard.press("Alt+3");
}

const kept = async (page: Page) => {
  await page.keyboard.press("u");
  await expect(textOf(page)).toHaveValue(HALF);
  await expect(page.getByRole("radio", { name: "Identified" })).toBeChecked();
};

test("a half-written update is there after closing the sheet, going elsewhere, reloading; another tab is offered it", async ({
  admin,
  server,
  acme,
  api,
  context,
}) => {
  const id = await open(api, acme);
  const base = `${server.url}/pages/${acme.subdomain}`;
  await arrive(admin, `${base}/services`);
  await begin(admin);
  await admin.keyboard.press("Escape");
  await expect(admin.getByRole("dialog")).toHaveCount(0);
  await kept(admin);
  await admin.reload();
  await arrive(admin);
  await kept(admin);
  await admin.goto(server.pageUrl(acme.subdomain));
  await arrive(admin, `${base}/incidents/${id}`);
  await expect(textOf(admin)).toHaveValue(HALF);
  const other = await context.newPage();
  await arrive(other, `${base}/incidents/${id}`);
  await expect(textOf(other)).toHaveValue("");
  await other.getByRole("button", { name: "Show it" }).click();
  await expect(textOf(other)).toHaveValue(HALF);
});

test("two tabs with the same form keep a text each, also over reloads", async ({
  admin,
  server,
  acme,
  context,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/incidents/new`;
  const titleOf = (page: Page) => page.getByLabel("Title", { exact: true });
  const other = await context.newPage();
  const tabs: [page: Page, title: string][] = [
    [admin, "Checkout fails"],
    [other, "Search is slow"],
  ];
  for (const [page, title] of tabs) {
    await arrive(page, address);
    await titleOf(page).fill(title);
  }
  for (const [page, title] of tabs) {
    await page.reload();
    await arrive(page);
    await expect(titleOf(page)).toHaveValue(title);
  }
  await admin.getByRole("button", { name: "Show it" }).click();
  await expect(titleOf(admin)).toHaveValue("Search is slow");
  await admin.getByRole("button", { name: "Show it" }).click();
  await expect(titleOf(admin)).toHaveValue("Checkout fails");
});

type Made = { [wrapper: string]: { id: number; updates?: { id: number }[] } };

/** A record whose form is open, and where that is. */
const DELETED: [kind: string, path: string, create: object, form: (made: number) => string][] = [
  ["incident", "incidents", { title: "Down", type: "major" }, (id) => `incidents/${id}/edit`],
  ["service", "services", { name: "Search" }, (id) => `services/${id}`],
  ["incident_template", "incident_templates", { name: "A", title: "B" }, (id) => `templates/${id}`],
  [
    "info_notice",
    "info_notices",
    { title: "A", updates: [{ description: "B" }] },
    (id) => `notices/${id}`,
  ],
];

/** Changes of these do not reach open screens live: they show them within a minute. */
const UNSEEN_BY_VISITORS = ["incident_template"];

for (const [wrapper, path, create, form] of DELETED)
  test(`${wrapper}: deleted by a colleague, its open form's text stays, with who and when`, async ({
    admin,
    server,
    acme,
    api,
  }) => {
    const all = `/status_pages/${acme.subdomain}/${path}`;
    const service_ids = [acme.services.checkout];
    const own = path === "services" ? create : { ...create, service_ids };
    const made = (await api.post(all, { [wrapper]: own })).json<Made>()[wrapper];
    const id = made?.id ?? 0;
    if (UNSEEN_BY_VISITORS.includes(wrapper)) await admin.clock.install();
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/${form(id)}`);
    await admin
      .getByLabel(/^(Title|Name)$/)
      .first()
      .fill("What I was about to say");
    await api.delete(`${all}/${id}`);
    if (UNSEEN_BY_VISITORS.includes(wrapper)) await admin.clock.fastForward(MINUTE);
    const alert = admin.getByRole("alert").filter({ hasText: "deleted this" });
    await expect(alert).toContainText("test deleted this");
    await expect(alert).toContainText("What I was about to say");
    await alert.getByRole("button", { name: "Discard" }).click();
    await expect(alert).toHaveCount(0);
  });

test("an update deleted by a colleague keeps the text of its form; sent before that is seen, too", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const id = await open(api, acme);
  const at = `/status_pages/${acme.subdomain}/incidents/${id}/updates`;
  const post = async () =>
    (await api.post(at, { update: { description: "First words" } })).json<{
      update: { id: number };
    }>().update.id;
  const alert = admin.getByRole("alert").filter({ hasText: "deleted this" });
  const edit = async (update: number) => {
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}?edit=${update}`);
    await textOf(admin).last().fill("My words");
  };
  const first = await post();
  await edit(first);
  await api.delete(`${at}/${first}`);
  await expect(alert).toContainText("My words");
  const second = await post();
  await admin.route("**/live", (route) => route.abort());
  await edit(second);
  await api.delete(`${at}/${second}`);
  const item = admin.getByRole("listitem").filter({ has: admin.getByRole("textbox") });
  await item.getByRole("button", { name: "Save changes" }).click();
  await expect(alert).toContainText("test deleted this");
  await expect(textOf(admin).last()).toHaveValue("My words");
});

test("offline and signed out, a half-written update stays, and is posted when both are over", async ({
  admin,
  server,
  acme,
  api,
  context,
}) => {
  const id = await open(api, acme);
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  await begin(admin);
  await context.setOffline(true);
  await admin.keyboard.press("Control+Enter");
  await expect(
    admin.getByRole("alert").filter({ hasText: "The server did not answer" }),
  ).toBeVisible();
  await expect(textOf(admin)).toHaveValue(HALF);
  await context.setOffline(false);
  await context.clearCookies();
  await admin.keyboard.press("Control+Enter");
  const opened = context.waitForEvent("page");
  await admin.getByRole("link", { name: "Sign in again" }).click();
  const { email, password } = acme.organization.owner;
  const window = await opened;
  const closed = window.waitForEvent("close");
  await submitSignIn(window, email, password);
  await closed;
  await expect(admin.getByRole("status").filter({ hasText: "Update posted" })).toBeVisible();
  const answer = await api.get(`/status_pages/${acme.subdomain}/incidents/${id}`);
  const { updates } = answer.json<{ incident: { updates: object[] } }>().incident;
  expect(updates).toMatchObject([{ description: HALF, type: "identified" }]);
});

test("a form opened before an upgrade says so, and its text is there after a reload", async ({
  admin,
  server,
  acme,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
  const title = admin.getByLabel("Title", { exact: true });
  await title.fill("Checkout fails");
  // The name that the last build had for it.
  await admin.route("**/incidents/new", (route) => {
    const headers = route.request().headers();
    if (!headers["next-action"]) return route.continue();
    const earlier = headers["next-action"].replace(/.{8}$/, "00000000");
    return route.continue({ headers: { ...headers, "next-action": earlier } });
  });
  await admin.keyboard.press("Control+Enter");
  await expect(admin.getByRole("alert").filter({ hasText: "Allclear was updated" })).toBeVisible();
  await admin.unroute("**/incidents/new");
  await arrive(admin, admin.url());
  await expect(title).toHaveValue("Checkout fails");
});

test("a draft is seen by nobody else on the same browser, and goes with sign-out", async ({
  admin,
  server,
  acme,
  database,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/incidents/new`;
  const title = admin.getByLabel("Title", { exact: true });
  const type = async (text: string) => {
    await title.fill(text);
    await admin.reload();
    await arrive(admin);
    await expect(title).toHaveValue(text);
  };
  await arrive(admin, address);
  await type("The owner's words");
  // The session ended, and somebody else signs in.
  await admin.context().clearCookies();
  await signIn(admin, server, await mintUser(database, acme.organization.id, "editor"));
  await arrive(admin, address);
  await expect(title).toHaveValue("");
  await type("The editor's words");
  await admin.context().clearCookies();
  await signIn(admin, server, acme.organization.owner);
  await arrive(admin, address);
  await expect(title).toHaveValue("The owner's words");
  await admin.getByRole("button", { name: "Account" }).click();
  await admin.getByRole("menuitem", { name: "Sign out" }).click();
  await admin.waitForURL(/\/sign-in/);
  await signIn(admin, server, acme.organization.owner);
  await arrive(admin, address);
  await expect(title).toHaveValue("");
  const kept = await admin.evaluate(() => Object.values(localStorage).join());
  expect(kept).not.toContain("The owner's words");
  expect(kept).toContain("The editor's words");
});

test("a colleague's update, and a colleague's end, appear beside the half-written one", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const id = await open(api, acme);
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  await begin(admin);
  const path = `/api/v2/status_pages/${acme.subdomain}/incidents/${id}/updates`;
  const post = (update: object) =>
    admin.request.post(server.url + path, {
      headers: { authorization: acme.organization.owner.key },
      data: { update },
    });
  expect((await post({ description: "A colleague's words" })).ok()).toBe(true);
  const dialog = admin.getByRole("dialog");
  await expect(dialog.getByText(/^The owner posted .*(now|ago)/)).toBeVisible();
  await expect(dialog.getByText("A colleague's words")).toBeVisible();
  await expect(textOf(admin)).toHaveValue(HALF);
  await post({ type: "resolved", description: "All is well." });
  await expect(dialog.getByText(/and it is over$/)).toBeVisible();
  await expect(textOf(admin)).toHaveValue(HALF);
  await admin.keyboard.press("Control+Enter");
  await expect(admin.getByRole("status").filter({ hasText: "Update posted" })).toBeVisible();
});

test("a colleague's edit of the same update is told, not overwritten", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  const id = await open(api, acme);
  const at = `/status_pages/${acme.subdomain}/incidents/${id}/updates`;
  const posted = await api.post(at, { update: { description: "First words" } });
  const update = posted.json<{ update: { id: number } }>().update;
  await database
    .updateTable("incident_updates")
    .set({ updated_at: "2026-01-01T00:00:00" })
    .where("id", "=", update.id)
    .execute();
  const address = `${server.url}/pages/${acme.subdomain}/incidents/${id}?edit=${update.id}`;
  await arrive(admin, address);
  const item = admin.getByRole("listitem").filter({ has: admin.getByRole("textbox") });
  await textOf(admin).last().fill("My words");
  await api.put(`${at}/${update.id}`, { update: { description: "Their words" } });
  await item.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByRole("alert").filter({ hasText: "changed this" })).toBeVisible();
  await expect(textOf(admin).last()).toHaveValue("My words");
  await admin.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Update saved" })).toBeVisible();
  await expect(admin.locator(`#update-${update.id}`)).toContainText("My words");
});
