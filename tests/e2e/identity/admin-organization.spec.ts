import type { Page } from "@playwright/test";
import { hasTwoFactor } from "#lib/identity/sign-in/codes.ts";
import { expect, signIn, test } from "#tests/support/browser/admin.ts";
import { withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";

/** Chooses an action of a member's row. */
async function choose(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("an owner invites somebody, gives them another role, and takes it away by typing the address", async ({
  admin: page,
  server,
  acme,
}) => {
  await page.goto(`${server.url}/organizations/${acme.organization.id}/members`);
  await page.getByLabel("E-mail address").fill("ada@new.example");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText(/\/invitation\/[\w-]{32}/)).toBeVisible();
  const row = page.getByRole("row", { name: "ada@new.example" });
  await expect(row).toContainText("Invitation pending");
  await row.getByLabel("Role of ada@new.example").selectOption("viewer");
  await row.getByRole("button", { name: "Change" }).click();
  await expect(page.getByText("Role changed")).toBeVisible();
  await page.reload();
  await expect(row.getByLabel("Role of ada@new.example")).toHaveValue("viewer");
  await choose(page, "ada@new.example", "Remove");
  const typed = page.getByRole("dialog").getByRole("textbox");
  await expect(typed).toHaveAttribute("autocapitalize", "none");
  await typed.fill("ada@new.example");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
});

test("an owner resets the sign-in of a member, by typing the address; nobody resets their own", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const { id, owner } = acme.organization;
  const lost = await mintUser(database, id, "editor");
  await withTwoFactor(database, lost.id);
  await database.updateTable("users").set({ name: "Lou" }).where("id", "=", lost.id).execute();
  await page.goto(`${server.url}/organizations/${id}/members`);
  await expect(page.getByRole("row", { name: `Lou ${lost.email} On` })).toBeVisible();
  await choose(page, lost.email, "Reset sign-in");
  await page.getByRole("dialog").getByRole("textbox").fill(lost.email);
  await page.getByRole("dialog").getByRole("button", { name: "Reset sign-in" }).click();
  await expect(page.getByText("The sign-in is reset")).toBeVisible();
  expect(await hasTwoFactor(database, lost.id)).toBe(false);
  await page.getByRole("button", { name: `Actions for ${owner.email}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Remove"]);
});

test("a single page has members of its own, and a link by which people join it", async ({
  admin: page,
  server,
  acme,
}) => {
  await page.goto(`${server.url}/organizations/${acme.organization.id}/members`);
  await page.getByRole("link", { name: acme.organization.page.name }).click();
  await expect(page.getByText("Roles here apply to this page alone")).toBeVisible();
  await page.getByLabel("E-mail address").fill("eve@new.example");
  await page.getByRole("button", { name: "Invite" }).click();
  const row = page.getByRole("row", { name: "eve@new.example" });
  await expect(row).toContainText("Invitation pending");
  await row.getByLabel("Role of eve@new.example").selectOption("viewer");
  await row.getByRole("button", { name: "Change" }).click();
  await expect(page.getByText("Role changed")).toBeVisible();
  await page.reload();
  await expect(row.getByLabel("Role of eve@new.example")).toHaveValue("viewer");
  await choose(page, "eve@new.example", "Remove");
  await page.getByRole("dialog").getByRole("textbox").fill("eve@new.example");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Create a link" }).click();
  await expect(page.getByText("nobody needs a link to join it")).toBeVisible();
  const { id, page: single } = acme.organization;
  await apiOf(server, acme.organization.keys.admin).put(
    `/orgs/${id}/status_pages/${single.subdomain}`,
    {
      status_page: { member_restricted: true },
    },
  );
  await page.getByRole("button", { name: "Create a link" }).click();
  await expect(page.getByText(/\/join\/[\w-]{32}/)).toBeVisible();
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("There is no link.")).toBeVisible();
});

test("a key is shown once and revoked by its name; the log tells both, and exports them", async ({
  admin: page,
  server,
  acme,
}) => {
  const base = `${server.url}/organizations/${acme.organization.id}`;
  await page.goto(`${base}/api-keys`);
  await page.getByLabel("Name").fill("Deployments");
  await page.getByLabel("Metrics").check();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/ok_[\w-]{32}/)).toBeVisible();
  await expect(page.getByRole("row", { name: "Deployments" })).toContainText("Metrics");
  await page.reload();
  await expect(page.getByText(/ok_[\w-]{32}/)).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke Deployments" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Deployments");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("row", { name: "Deployments" })).toHaveCount(0);
  await page.goto(`${base}/audit?action=api_key.create`);
  await expect(page.getByRole("row").filter({ hasText: "API key created" })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: "API key revoked" })).toHaveCount(0);
  await page.goto(`${base}/audit`);
  const { email, id } = acme.organization.owner;
  await page.getByLabel("Anybody").selectOption(email);
  await expect(page).toHaveURL(new RegExp(`actor=user%3A${id}`));
  await expect(page.getByRole("row").filter({ hasText: "API key revoked" })).toContainText(email);
  await page.getByLabel(/^(Anybody|Who)/).selectOption("Allclear");
  await expect(page.getByText("No matches")).toBeVisible();
  const csv = await page.request.get(`${base}/audit/export?type=csv`);
  expect(await csv.text()).toMatch(/^inserted_at,action,actor,.*\n.*api_key\.revoke/);
  const json = await page.request.get(`${base}/audit/export?type=json&action=api_key.create`);
  expect(await json.json()).toMatchObject([{ action: "api_key.create" }]);
});

test("an update in the log is called by its incident, and leads there", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  const incidents = `/status_pages/${acme.subdomain}/incidents`;
  const service_ids = [acme.services.checkout];
  const incident = { title: "Card payments fail", type: "major", service_ids };
  const { id } = (await api.post(incidents, { incident })).json<{ incident: { id: number } }>()
    .incident;
  await api.post(`${incidents}/${id}/updates`, { update: { description: "We know why." } });
  const log = `${server.url}/organizations/${acme.organization.id}/audit`;
  await page.goto(`${log}?action=incident_update.create`);
  await page.getByRole("link", { name: "Update of “Card payments fail”" }).click();
  await expect(page).toHaveURL(new RegExp(`/incidents/${id}#update-`));
});

test("an owner renames the organization and adds a page, which is a draft at first", async ({
  admin: page,
  server,
  acme,
}) => {
  const base = `${server.url}/organizations/${acme.organization.id}`;
  await page.goto(base);
  await page.getByLabel("Name of the organization").first().fill("Renamed & Co");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "renamed" })).toBeVisible();
  await page.getByRole("link", { name: "New page" }).click();
  await page.getByLabel("Name of the page").fill(`Second ${acme.subdomain}`);
  await page.getByLabel("Website").fill("https://example.com");
  await page.getByRole("button", { name: "Create page" }).click();
  await expect(page).toHaveURL(new RegExp(`/pages/second-${acme.subdomain}`));
  await page.goto(`${server.url}/pages/second-${acme.subdomain}/incidents/new`);
  await expect(page.getByLabel("Notify subscribers")).toBeChecked();
  await page.goto(base);
  await expect(page.getByRole("row", { name: `Second ${acme.subdomain}` })).toContainText("Draft");
});

test("each role sees what it may: billing reads, editors are sent home, strangers find nothing", async ({
  browser,
  server,
  acme,
  database,
}) => {
  const base = `${server.url}/organizations/${acme.organization.id}`;
  const billing = await browser.newPage();
  await signIn(billing, server, await mintUser(database, acme.organization.id, "billing"));
  await billing.goto(`${base}/members`);
  await expect(billing.getByRole("row", { name: acme.organization.owner.email })).toBeVisible();
  await expect(billing.getByRole("button", { name: "Invite" })).toHaveCount(0);
  await expect(billing.getByRole("link", { name: "API keys" })).toHaveCount(0);
  expect((await billing.goto(`${base}/api-keys`))?.status()).toBe(404);
  const editor = await browser.newPage();
  await signIn(editor, server, await mintUser(database, acme.organization.id, "editor"));
  await editor.goto(`${base}/members`);
  await expect(editor).not.toHaveURL(/organizations/);
  expect((await editor.request.get(`${base}/audit/export`)).status()).toBe(404);
  await billing.close();
  await editor.close();
});

test("on a phone the menu is at the thumb on every screen of an organization and of the account", async ({
  admin: page,
  server,
  acme,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/organizations/${acme.organization.id}/audit`);
  const go = async (name: string) => {
    await page.locator(".phone-bar").getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  };
  await go("Members");
  await go("Account");
  await go("API keys");
  await page.locator(".phone-bar").getByRole("link", { name: "Status pages" }).click();
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
});

test("an empty list says what it is for, with the button that begins it", async ({
  admin: page,
  server,
  acme,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}`;
  const lists = {
    templates: "New template",
    notices: "New notice",
    subscribers: "New subscriber",
    integrations: "New integration",
    metrics: "New metric",
    "access-groups": "New access group",
    "incident-types": "New type",
  };
  for (const [path, name] of Object.entries(lists)) {
    await page.goto(`${base}/${path}`);
    const main = page.getByRole("main");
    await expect(main.getByRole("region").getByRole("link", { name })).toBeVisible();
    await expect(main.getByRole("link", { name })).toHaveCount(1);
  }
});
