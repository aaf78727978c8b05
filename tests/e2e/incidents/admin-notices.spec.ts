import { type Acme, arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import type { TestServer } from "#tests/support/server/server.ts";

const at = (server: TestServer, acme: Acme, path: string) =>
  `${server.url}/pages/${acme.subdomain}/${path}`;

test("a notice is published, updated, ended, brought back and deleted", async ({
  admin,
  acme,
  api,
}) => {
  await admin.keyboard.type("go");
  await expect(admin.getByRole("heading", { name: "No notices yet" })).toBeVisible();
  await admin.keyboard.press("n");
  await admin.getByLabel("Title").fill("New sign-in page");
  await admin.getByRole("button", { name: "Publish without notifying" }).click();
  await expect(admin.getByLabel("Text", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await admin.getByLabel("Text", { exact: true }).fill("From **Monday** on.");
  await admin.getByRole("button", { name: "Publish without notifying" }).click();
  await expect(admin.getByRole("heading", { name: "New sign-in page" })).toBeVisible();
  await expect(admin.locator("strong", { hasText: "Monday" })).toBeVisible();

  await admin.getByLabel("Add an update").fill("It is there.");
  await admin.getByRole("button", { name: "Post without notifying" }).last().click();
  await expect(admin.getByRole("listitem").filter({ hasText: "It is there." })).toBeVisible();
  await admin
    .getByRole("button", { name: /^Edit the update of/ })
    .first()
    .click();
  await admin.getByRole("dialog").getByLabel("Text", { exact: true }).fill("It is live.");
  await admin.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByRole("listitem").filter({ hasText: "It is live." })).toBeVisible();

  const notice = async () =>
    (await api.get(`/status_pages/${acme.subdomain}/info_notices`)).json<{
      info_notices: { featured_until: string | null; updates: object[] }[];
    }>().info_notices[0];
  await admin.getByRole("button", { name: "End now" }).click();
  await expect(admin.getByText("Notice ended")).toBeVisible();
  expect((await notice())?.featured_until).not.toBeNull();
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByText("Notice reopened")).toBeVisible();
  expect(await notice()).toMatchObject({ featured_until: null, updates: [{}, {}] });

  await admin.getByRole("button", { name: "Delete notice" }).click();
  await admin.getByLabel("Type New sign-in page to confirm").fill("New sign-in page");
  await admin.getByRole("dialog").getByRole("button", { name: "Delete notice" }).click();
  await expect(admin.getByRole("heading", { name: "No notices yet" })).toBeVisible();
});

test("texts are translated into the page's other languages", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const settings = { languages: ["en", "de"] };
  await api.put(`/orgs/${acme.organization.id}/status_pages/${acme.subdomain}`, {
    status_page: settings,
  });
  await arrive(admin, at(server, acme, "notices/new"));
  await admin.getByLabel("Title", { exact: true }).fill("New prices");
  await admin.getByLabel("Text", { exact: true }).fill("From May on.");
  await admin.getByText("Title in other languages").click();
  await admin.getByLabel("Title, Deutsch").fill("Neue Preise");
  await admin.getByText("Text in other languages").click();
  await admin.getByLabel("Text, Deutsch").fill("Ab Mai.");
  await admin.getByRole("button", { name: "Publish without notifying" }).click();
  await expect(admin.getByRole("heading", { name: "New prices" })).toBeVisible();
  const { info_notices } = (await api.get(`/status_pages/${acme.subdomain}/info_notices`)).json<{
    info_notices: object[];
  }>();
  expect(info_notices[0]).toMatchObject({
    translations: { de: { title: "Neue Preise" } },
    updates: [{ translations: { de: { description: "Ab Mai." } } }],
  });
});

test("a template is made, changed, used for an incident and a maintenance, and deleted", async ({
  admin,
  server,
  acme,
}) => {
  await arrive(admin, at(server, acme, "templates"));
  await admin.getByRole("link", { name: "New template" }).click();
  await admin.getByLabel("Name").fill("Upgrade");
  await admin.getByRole("button", { name: "Create template" }).click();
  await expect(admin.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
  await admin.getByLabel("Title").fill("We upgrade");
  await admin.getByRole("checkbox", { name: "Maintenance" }).check();
  await admin.getByRole("button", { name: "Create template" }).click();
  await expect(admin.getByText("Template created")).toBeVisible();
  await expect(admin.getByRole("link", { name: "New maintenance from Upgrade" })).toBeVisible();
  await expect(admin.getByRole("link", { name: "New incident from Upgrade" })).toHaveCount(0);
  await admin.getByRole("link", { name: "Upgrade", exact: true }).click();
  await admin.getByLabel("Name").fill("Big upgrade");
  await admin.getByRole("checkbox", { name: "Disruption" }).check();
  await admin.getByRole("checkbox", { name: "Checkout" }).check();
  await admin.getByRole("button", { name: "Save changes" }).click();
  await admin.getByRole("link", { name: "New incident from Big upgrade" }).click();
  await expect(admin.getByLabel("Title", { exact: true })).toHaveValue("We upgrade");
  await expect(admin.getByRole("checkbox", { name: "Checkout" })).toBeChecked();
  await arrive(admin, at(server, acme, "templates"));
  await admin.getByRole("link", { name: "Big upgrade", exact: true }).click();
  await admin.getByRole("button", { name: "Delete template" }).click();
  await admin.getByLabel("Type Big upgrade to confirm").fill("Big upgrade");
  await admin.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
  await expect(admin.getByRole("heading", { name: "No templates yet" })).toBeVisible();
});

test("a type of one's own warns of a key that monitoring plugins do not know", async ({
  admin,
  server,
  acme,
}) => {
  await arrive(admin, at(server, acme, "incident-types/new"));
  await admin.getByLabel("Name").fill("Security incident");
  await admin.getByLabel("Key").fill("security");
  await expect(admin.getByText(/report the page as UNKNOWN/)).toBeVisible();
  await admin.getByLabel("Key").fill("emergency-maintenance");
  await expect(admin.getByText(/report the page as UNKNOWN/)).toHaveCount(0);
  await admin.getByLabel("Key").fill("Not a key");
  await admin.getByRole("button", { name: "Create type" }).click();
  await expect(admin.getByLabel("Key")).toHaveAttribute("aria-invalid", "true");
  await admin.getByLabel("Key").fill("security");
  await admin.locator("input[name=color]").fill("#663399");
  await admin.getByRole("button", { name: "Create type" }).click();
  await expect(admin.getByRole("row", { name: /Security incident/ })).toContainText(
    "Report it as unknown",
  );
  await admin.getByRole("link", { name: "Security incident" }).click();
  await admin.getByLabel("Name").fill("Breach");
  await admin.getByRole("button", { name: "Save changes" }).click();
  await admin.getByRole("link", { name: "Breach" }).click();
  await admin.getByRole("button", { name: "Delete type" }).click();
  await admin.getByLabel("Type Breach to confirm").fill("Breach");
  await admin.getByRole("dialog").getByRole("button", { name: "Delete type" }).click();
  await expect(
    admin.getByRole("heading", { name: "Only the built-in types so far" }),
  ).toBeVisible();
});

test("an editor writes notices and templates, but sees no incident types", async ({
  page,
  server,
  acme,
  database,
}) => {
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  await arrive(page, at(server, acme, "notices"));
  await expect(page.getByRole("link", { name: "Templates" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Incident types" })).toHaveCount(0);
});
