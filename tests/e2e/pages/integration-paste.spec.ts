import { arrive, expect, test } from "#tests/support/browser/admin.ts";

const HEX = "0123456789abcdef0123456789abcdef";

test("what is pasted opens its form with what it says; a chat leads to the subscribers", async ({
  admin: page,
  server,
  acme,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}/integrations/new`;
  const paste = page.getByLabel("Paste a key, token or address");
  await arrive(page, base);
  await paste.fill("smtp://ada%40example.com:hunter22@smtp.example.com:2525");
  await expect(page.getByRole("heading", { name: "SMTP" })).toBeVisible();
  await expect(page.getByLabel("SMTP server")).toHaveValue("smtp.example.com");
  await expect(page.getByLabel("Port")).toHaveValue("2525");
  await expect(page.getByLabel("User name")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Password")).toHaveValue("hunter22");
  expect(page.url()).not.toContain("hunter22");

  await arrive(page, base);
  await paste.fill(`key-${HEX}`);
  await expect(page.getByRole("heading", { name: "Mailgun" })).toBeVisible();
  await expect(page.getByLabel("API key")).toHaveValue(`key-${HEX}`);

  await arrive(page, base);
  await paste.fill("https://hooks.slack.com/services/T000/B000/XXXX");
  await expect(page.getByText("the address of a Slack channel")).toBeVisible();
  await page.getByRole("link", { name: "Add it as a subscriber" }).click();
  await expect(page).toHaveURL(/\/subscribers\/new$/);

  await arrive(page, base);
  await paste.fill("something else");
  await page.getByRole("button", { name: "Recognize" }).click();
  await expect(page.getByText("Not recognized.")).toBeVisible();
});

test("without scripts it opens the form too, with everything but the secret", async ({
  admin,
  browser,
  server,
  acme,
}) => {
  const storageState = await admin.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const page = await context.newPage();
  await page.goto(`${server.url}/pages/${acme.subdomain}/integrations/new`);
  await page
    .getByLabel("Paste a key, token or address")
    .fill("smtps://ada:hunter22@mail.example.com");
  await page.getByRole("button", { name: "Recognize" }).click();
  await expect(page.getByLabel("SMTP server")).toHaveValue("mail.example.com");
  await expect(page.getByLabel("Port")).toHaveValue("465");
  await expect(page.getByLabel("Password")).toHaveValue("");
  expect(page.url()).not.toContain("hunter22");
  await context.close();
});
