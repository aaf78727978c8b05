import { readFile } from "node:fs/promises";
import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";

const FILE = [
  "email;components;consent_at;consent_source;products",
  "ada@new.example;Checkout;2026-01-05;newsletter;Search",
  "bob@new.example;;;;",
  "nobody;;;;",
].join("\r\n");

test("a file of subscribers is checked, imported when the operator says so, and exported", async ({
  admin: page,
  server,
  acme,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}/subscribers`;
  await arrive(page, base);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Import subscribers" }).click();
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Choose a file.");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("status").first()).toContainText("3 rows were checked");
  await expect(page.getByText("This column is ignored: products.")).toBeVisible();
  const problems = page.getByRole("table", { name: "Rows with problems" });
  const problem = problems.getByRole("row").filter({ hasText: "must be an e-mail address" });
  await expect(problem).toContainText("4");
  await page.getByRole("button", { name: "Import 2 subscribers" }).click();
  await expect(page.getByRole("status").first()).toContainText("3 rows were imported");
  await arrive(page, base);
  await expect(page.getByRole("row", { name: "ada@new.example" })).toContainText("Confirmed");
  await expect(page.getByRole("row", { name: "bob@new.example" })).toContainText("Not confirmed");
  await page.getByRole("link", { name: "ada@new.example" }).click();
  await expect(page.getByText("Consent:")).toContainText("newsletter");
  await arrive(page, base);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Export CSV" }).click();
  const path = await (await downloading).path();
  expect(await readFile(path, "utf8")).toContain("ada@new.example,,,,services,Checkout");
});

test("a file without a header is read as the operator says, and shows what its rows become", async ({
  admin: page,
  server,
  acme,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/subscribers/import`);
  const buffer = Buffer.from("\ufeffcem@new.example;Checkout;Zürich\r\n", "utf16le");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("Read as UTF-16LE, with columns separated by semi")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "cem@new.example" });
  await expect(row).toContainText("Checkout");
  await expect(row).toContainText("asked to confirm first");
  await expect(page.getByLabel("Column 1")).toHaveValue("email");
  await page.getByLabel("Column 2").selectOption("Not read");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(row).toContainText("Everything");
  await expect(page.getByText("These columns are ignored: #2 and #3.")).toBeVisible();
});

test("what is held on a person is shown, saved, and erased by typing their address", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  await mintSubscription(database, acme.organization.page.id, { email: "ada@new.example" });
  await arrive(page, `${server.url}/pages/${acme.subdomain}/subscribers/person`);
  await page.getByLabel("Address").fill("ada@new.example");
  await page.getByRole("button", { name: "Show stored data" }).click();
  await expect(page.getByText("1 subscription and no messages.")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as JSON" }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain("ada@new.example");
  await page.getByRole("button", { name: "Erase" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("ada@new.example");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText("1 subscription erased")).toBeVisible();
});
