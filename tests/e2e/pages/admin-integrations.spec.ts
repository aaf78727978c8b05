import type { Page } from "@playwright/test";
import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { mintOrganization, mintUser } from "#tests/support/data/mint.ts";

const KEY = "key-0123456789-secret-abcd";

const said = (page: Page, text: string) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

test("an integration is added, shows the end of its key alone, is changed, switched off, and deleted by name", async ({
  admin: page,
  server,
  acme,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/integrations`);
  await expect(page.getByRole("heading", { name: "No integrations yet" })).toBeVisible();
  await page.getByRole("link", { name: "New integration" }).click();
  await page.getByRole("link", { name: /^Mailgun/ }).click();
  await page.getByLabel("Sending domain").fill("mg.example.com");
  await page.getByRole("button", { name: "Add integration" }).click();
  for (const label of ["API key", "Sender address"])
    await expect(page.getByLabel(label)).toHaveAccessibleDescription("This field is required.");
  await expect(page.getByLabel("Sending domain")).toHaveValue("mg.example.com");
  await page.getByLabel("API key").fill(KEY);
  await page.getByLabel("Sender address").fill("no address");
  await page.getByRole("button", { name: "Add integration" }).click();
  await expect(page.getByLabel("Sender address")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("API key").fill(KEY);
  await page.getByLabel("Sender address").fill("status@example.com");
  await page.getByRole("button", { name: "Add integration" }).click();
  await said(page, "Integration added");
  await expect(page.getByText("••••••••abcd")).toBeVisible();
  expect(await page.content()).not.toContain("0123456789");
  // No signing key was given, and none is shown as kept.
  await expect(page.getByText("Empty", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Webhook signing key")).toHaveValue("");
  await page.getByLabel("Sending domain").fill("mail.example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await said(page, "Integration saved");
  const row = page.getByRole("row", { name: "Mailgun" });
  await expect(row).toContainText("…abcd");
  await expect(row).not.toContainText("secret");
  await row.getByRole("link", { name: "Mailgun" }).click();
  await expect(page.getByLabel("Sending domain")).toHaveValue("mail.example.com");
  await page.getByLabel("Region").selectOption("EU");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("API key")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("API key").fill("key-of-another-region-wxyz");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(row).toContainText("…wxyz");

  await row.getByRole("button", { name: "Switch off Mailgun" }).click();
  await expect(row.getByRole("cell", { name: "Off", exact: true })).toBeVisible();
  await row.getByRole("link", { name: "Mailgun" }).click();
  await expect(page.getByLabel("In use")).not.toBeChecked();
  await page.getByRole("button", { name: "Delete integration" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Twilio");
  await dialog.getByRole("button", { name: "Delete integration" }).click();
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/not match the name/);
  await dialog.getByRole("textbox").fill("Mailgun");
  await dialog.getByRole("button", { name: "Delete integration" }).click();
  await expect(page.getByRole("heading", { name: "No integrations yet" })).toBeVisible();
});

test("a mail server and a source of metrics are added with the words of their vendors", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}/integrations`;
  await arrive(page, `${base}/new?kind=smtp`);
  await page.getByLabel("SMTP server").fill("smtp.example.com");
  await page.getByLabel("Port").fill("587");
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill("password-of-ada");
  await page.getByLabel("Sender address").fill("status@example.com");
  await page.getByRole("button", { name: "Add integration" }).click();
  await said(page, "Integration added");
  await expect(page.getByText("••••••••", { exact: true })).toBeVisible();
  await expect(page.getByText("Empty", { exact: true })).toBeHidden();
  await arrive(page, `${base}/new?kind=datadog`);
  await page.getByLabel("API key").fill(KEY);
  await page.getByLabel("Application key").fill("application-key");
  await page.getByLabel("Site").selectOption("datadoghq.eu");
  await page.getByText("In use").click();
  await page.getByRole("button", { name: "Add integration" }).click();
  await said(page, "Integration added");
  await expect(page.getByLabel("In use")).not.toBeChecked();
  const { integrations } = (await api.get(`/status_pages/${acme.subdomain}/integrations`)).json<{
    integrations: object[];
  }>();
  expect(integrations).toMatchObject([
    { name: "smtp", relay: "smtp.example.com", port: 587, username: "ada" },
    { name: "datadog", key: "…abcd", region: "datadoghq.eu", settings: { enabled: false } },
  ]);
});

test("an editor reads which integrations there are and opens none; a stranger's is not found", async ({
  page,
  server,
  acme,
  database,
}) => {
  const own = await mintIntegration(database, acme.organization.page.id);
  const foreign = await mintIntegration(database, (await mintOrganization(database)).page.id);
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  const base = `${server.url}/pages/${acme.subdomain}/integrations`;
  await page.goto(base);
  await expect(page.getByRole("row", { name: "Slack" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Slack|New integration/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Switch/ })).toHaveCount(0);
  for (const path of ["new", String(own), String(foreign)])
    expect((await page.goto(`${base}/${path}`))?.status()).toBe(404);
  await page.context().clearCookies();
  await signIn(page, server, acme.organization.owner);
  expect((await page.goto(`${base}/${foreign}`))?.status()).toBe(404);
});
