import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { mintUser } from "#tests/support/data/mint.ts";

const addressOf = (server: { url: string }, { subdomain }: { subdomain: string }) =>
  `${server.url}/pages/${subdomain}/access`;

test("who sees the page is said in a sentence, which follows the rules", async ({
  admin: page,
  server,
  acme,
}) => {
  await arrive(page, addressOf(server, acme));
  await expect(page.getByText("Everyone who has its address.")).toBeVisible();
  await page.getByLabel("For members only").check();
  await page.getByLabel("Allowed IP addresses").fill("192.0.2.0/24");
  await page.locator("#access").getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Only people with a role on the page")).toBeVisible();
  await expect(page.getByText("only from the allowed IP addresses")).toBeVisible();
  await page.getByRole("link", { name: "Members and the link to join" }).click();
  await expect(page.getByRole("heading", { name: "Members", exact: true })).toBeVisible();
});

test("who may not change settings has no such screen, and on a phone nothing is cut", async ({
  admin: page,
  browser,
  server,
  acme,
  database,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await arrive(page, addressOf(server, acme));
  await expectAccessible(page, { schemes: ["light"] });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  const editor = await browser.newPage();
  await signIn(editor, server, await mintUser(database, acme.organization.id, "editor"));
  await editor.goto(addressOf(server, acme));
  await expect(editor.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await editor.close();
});
