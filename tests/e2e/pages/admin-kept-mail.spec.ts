import { arrive, expect, test } from "#tests/support/browser/admin.ts";

test("where no mail leaves, visitors and the team are told, and the team reads what is kept", async ({
  admin,
  browser,
  server,
  acme,
}) => {
  const visitor = await browser.newPage();
  await visitor.goto(`${server.url}/s/${acme.subdomain}/subscribe`);
  await expect(visitor.getByText("This page cannot send e-mail yet")).toBeVisible();
  await visitor.getByLabel("Your e-mail address").fill("reader@customer.example");
  await visitor.getByRole("button", { name: "Subscribe" }).click();
  await expect(visitor).toHaveURL(/sent=1/);
  await visitor.close();

  const base = `${server.url}/pages/${acme.subdomain}`;
  await arrive(admin, `${base}/now`);
  await expect(admin.getByText("Set up mail")).toBeVisible();
  await expect(admin.getByText("Subscribers get no e-mail")).toBeVisible();
  await arrive(admin, `${base}/subscribers`);
  await expect(admin.getByText("No mail server is set up")).toBeVisible();
  const kept = admin.getByRole("link", { name: /^Confirm your subscription/ });
  await expect(async () => {
    await admin.goto(`${base}/emails/kept`);
    await expect(kept).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(admin.getByText("reader@customer.example")).toBeVisible();
  await kept.click();
  const letter = admin.frameLocator("iframe");
  const button = letter.getByRole("link", { name: "Confirm subscription" });
  const link = (await button.getAttribute("href")) ?? "";
  expect(link).toContain("/subscribe/confirm/");
  await expect(admin.locator("code").filter({ hasText: link })).toBeVisible();
  await expect(admin.getByRole("button", { name: "Copy" })).toBeVisible();
});
