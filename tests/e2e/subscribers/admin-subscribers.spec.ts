import { sealAddress } from "#lib/subscribers/addresses.ts";
import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { insertLinked } from "#tests/support/data/subscription-links.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";

test("somebody is added with services of their own, changed, and deleted by their address", async ({
  admin: page,
  server,
  acme,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}/subscribers`;
  await arrive(page, base);
  await expect(page.getByRole("heading", { name: "No subscribers yet" })).toBeVisible();
  await page.getByRole("link", { name: "New subscriber" }).click();
  await page.getByRole("button", { name: "Add subscriber" }).click();
  await expect(page.getByLabel("E-mail address")).toHaveAccessibleDescription(
    "This field is required.",
  );
  await page.getByLabel("E-mail address").fill("ada@new.example");
  await page.getByRole("checkbox", { name: "Confirmed" }).check();
  await page.getByText("Some services").click();
  await page.getByLabel("Checkout").check();
  await page.getByLabel("Your own data").fill('{"customer":');
  await page.getByRole("button", { name: "Add subscriber" }).click();
  await expect(page.getByLabel("Your own data")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Your own data").fill('{"customer": 7}');
  await page.getByRole("button", { name: "Add subscriber" }).click();
  const row = page.getByRole("row", { name: "ada@new.example" });
  await expect(row).toContainText("1 service");
  await expect(row).toContainText("Confirmed");

  await row.getByRole("link").click();
  await expect(page.getByLabel("Your own data")).toHaveValue(/"customer": 7/);
  await page.getByText("Everything", { exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(row).toContainText("Everything");
  await row.getByRole("link").click();
  await page.getByRole("button", { name: "Delete subscriber" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("bob@new.example");
  await dialog.getByRole("button", { name: "Delete subscriber" }).click();
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/not match the name/);
  await dialog.getByRole("textbox").fill("ada@new.example");
  await dialog.getByRole("button", { name: "Delete subscriber" }).click();
  await expect(page.getByRole("heading", { name: "No subscribers yet" })).toBeVisible();
});

test("a subscribed webhook gets a new secret, from its operator or by its own link", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const at = acme.organization.page.id;
  const url = "https://hooks.example.com/status";
  const { token } = await insertLinked(database, at, []);
  await database
    .updateTable("subscriptions")
    .set({ ...sealAddress({ webhook_url: url }), type: "webhook", filter: "all", email: null })
    .where("status_page_id", "=", at)
    .execute();
  await arrive(page, `${server.url}/pages/${acme.subdomain}/subscribers`);
  await page.getByRole("row", { name: "hooks.example.com" }).getByRole("link").click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.goto(`${server.pageUrl(acme.subdomain)}/manage/${token}`);
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
});

test("the list is searched, narrowed by way and group, and walked page by page", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const { id } = acme.organization.page;
  for (let number = 100; number < 155; number += 1)
    await mintSubscription(database, id, { email: `reader-${number}@example.com` });
  await mintSubscription(database, id, { country_dial_code: "49", phone_number: "1511234567" });
  await arrive(page, `${server.url}/pages/${acme.subdomain}/subscribers`);
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(page.getByText("56 subscribers")).toBeVisible();
  await expect(rows).toHaveCount(50);
  await page.getByRole("link", { name: "Older", exact: true }).click();
  await expect(rows).toHaveCount(6);
  await page.getByRole("searchbox").fill("reader-12");
  await expect(rows).toHaveCount(10);
  await page.getByLabel("Any channel").selectOption("sms");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("searchbox").fill("+49 1511234567");
  await expect(rows).toHaveCount(1);
});

test("groups are created, renamed, joined, and deleted by name while their subscribers stay", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  await mintSubscription(database, acme.organization.page.id, { email: "ada@example.com" });
  await mintSubscription(database, acme.organization.page.id, { email: "bob@example.com" });
  const base = `${server.url}/pages/${acme.subdomain}/subscribers`;
  await arrive(page, `${base}/groups`);
  await page.getByLabel("Name").fill("Gold");
  await page.getByRole("button", { name: "Create group" }).click();
  await page.getByRole("button", { name: "Rename: Gold" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Platinum");
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("row", { name: "Platinum" })).toBeVisible();
  await arrive(page, base);
  await page.getByRole("link", { name: "ada@example.com" }).click();
  await page.getByLabel("Platinum").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByLabel("Any group").selectOption({ label: "Platinum" });
  await expect(page.getByRole("link", { name: "bob@example.com" })).toHaveCount(0);
  await expect(page.getByRole("row", { name: "ada@example.com" })).toContainText("Platinum");
  await arrive(page, `${base}/groups`);
  await page.getByRole("button", { name: "Delete group: Platinum" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Platinum");
  await page.getByRole("dialog").getByRole("button", { name: "Delete group" }).click();
  await expect(page.getByRole("heading", { name: "No groups yet" })).toBeVisible();
  await arrive(page, base);
  await expect(page.getByText("2 subscribers")).toBeVisible();
});

test("editors read the list and change nothing; another tenant's subscriber is not found", async ({
  page,
  server,
  acme,
  database,
}) => {
  const own = await mintSubscription(database, acme.organization.page.id, {
    email: "ada@example.com",
  });
  const foreign = await mintSubscription(database, (await mintOrganization(database)).page.id);
  const base = `${server.url}/pages/${acme.subdomain}/subscribers`;
  await signIn(page, server, acme.organization.owner);
  expect((await page.goto(`${base}/${foreign}`))?.status()).toBe(404);
  await page.context().clearCookies();
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  await page.goto(base);
  await expect(page.getByRole("row", { name: "ada@example.com" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New subscriber" })).toHaveCount(0);
  for (const path of ["new", String(own)])
    expect((await page.goto(`${base}/${path}`))?.status()).toBe(404);
});
