import { readFile } from "node:fs/promises";
import { arrive, expect, test } from "#tests/support/admin.ts";

const FILE = [
  "email;services;consent_at;consent_source",
  "ada@new.example;Checkout;2026-01-05;newsletter",
  "bob@new.example;;;",
  "nobody;;;",
].join("\r\n");

test("a file of subscribers is checked, imported when the operator says so, and exported", async ({
  admin: page,
  server,
  acme,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}/subscribers`;
  await arrive(page, base);
  await page.getByRole("link", { name: "Import" }).click();
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Choose a file.");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("status").first()).toContainText("3 rows were checked");
  const problem = page.getByRole("row").filter({ hasText: "must be an e-mail address" });
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
  await page.getByRole("link", { name: "Export CSV" }).click();
  const path = await (await downloading).path();
  expect(await readFile(path, "utf8")).toContain("ada@new.example,,,,Checkout");
});
