import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { mintUser } from "#tests/support/data/mint.ts";

test("a viewer is invited on a group's own screen, which says when groups have no effect", async ({
  admin: page,
  server,
  acme,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/access-groups`);
  await expect(page.getByText("This page is public")).toBeVisible();
  await page.getByRole("link", { name: "New access group" }).click();
  await expect(page.getByRole("link", { name: "Who may see the page" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Press");
  await page.getByRole("checkbox", { name: "Search" }).check();
  await page.getByLabel("E-mail").fill("reader@example.com");
  await page.getByRole("button", { name: /^Invite|^Create invitation/ }).click();
  await page.getByRole("checkbox", { name: "reader@example.com" }).check();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Press");
  await page.getByRole("button", { name: "Create group" }).click();
  const row = page.getByRole("row", { name: "Press" });
  await expect(row.getByRole("cell")).toHaveText([/1$/, /1$/]);
});

test("a group shows its viewers the services that were chosen, is changed, and deleted by name", async ({
  admin: page,
  server,
  acme,
  api,
  database,
}) => {
  const { id, page: own } = acme.organization;
  const viewer = await mintUser(database, id, "viewer");
  const single = await mintUser(database, id, "viewer", own.id);
  await mintUser(database, id, "editor");
  const restricted = { status_page: { member_restricted: true } };
  await api.put(`/orgs/${id}/status_pages/${acme.subdomain}`, restricted);
  const list = `${server.url}/pages/${acme.subdomain}/access-groups`;
  await arrive(page, list);
  await expect(page.getByRole("heading", { name: "No access groups yet" })).toBeVisible();
  await expect(page.getByText("This page is public")).toBeHidden();
  await page.getByRole("link", { name: "New access group" }).click();
  await page.getByRole("checkbox", { name: "Search" }).check();
  await page.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(
    "This field is required.",
  );
  await expect(page.getByRole("checkbox", { name: "Search" })).toBeChecked();
  await page.getByLabel("Name", { exact: true }).fill("Gold customers");
  const people = page.getByRole("group", { name: "Viewers" });
  await expect(people.getByRole("checkbox")).toHaveCount(2);
  await people.getByRole("checkbox", { name: viewer.email }).check();
  await page.getByRole("button", { name: "Create group" }).click();
  const row = page.getByRole("row", { name: "Gold customers" });
  await expect(row.getByRole("cell")).toHaveText([/1$/, /1$/]);

  const seen = async () => {
    const { services } = (
      await api.as(viewer.key).get(`/status_pages/${acme.subdomain}/summary`)
    ).json<{ services: { name: string }[] }>();
    return services.map(({ name }) => name);
  };
  expect(await seen()).toEqual(["Search"]);

  await row.getByRole("link").click();
  await people.getByRole("checkbox", { name: single.email }).check();
  await page.getByRole("checkbox", { name: "Checkout" }).check();
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Name", { exact: true }).fill("Platinum");
  await page.getByRole("button", { name: "Save changes" }).click();
  const renamed = page.getByRole("row", { name: "Platinum" });
  await expect(renamed.getByRole("cell")).toHaveText([/2$/, /2$/]);
  expect(await seen()).toContain("Checkout");

  await renamed.getByRole("link").click();
  await page.getByRole("button", { name: "Delete group" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Gold customers");
  await dialog.getByRole("button", { name: "Delete group" }).click();
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/not match the name/);
  await dialog.getByRole("textbox").fill("Platinum");
  await dialog.getByRole("button", { name: "Delete group" }).click();
  await expect(page.getByRole("heading", { name: "No access groups yet" })).toBeVisible();
});
