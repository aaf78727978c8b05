import { mergeTests, type Page } from "@playwright/test";
import { test as adminTest, arrive, expect } from "#tests/support/browser/admin.ts";
import { test as mailTest } from "#tests/support/stand-ins/mail-test.ts";

const test = mergeTests(adminTest, mailTest);

const saveIn = (page: Page, section: string) =>
  page.locator(`#${section}`).getByRole("button", { name: "Save changes" }).click();
const frame = (page: Page) => page.frameLocator('iframe[name="mail-preview"]');

test("a template is seen as it is typed, refused with its line, saved, and sent to oneself as a test", async ({
  admin: page,
  server,
  acme,
  api,
  mails,
}) => {
  const incident = {
    title: "Checkout fails",
    type: "major",
    service_ids: [acme.services.checkout],
    updates: [{ description: "We **look** into it." }],
  };
  await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  await arrive(page, `${server.url}/pages/${acme.subdomain}/emails`);
  await expect(frame(page).getByRole("heading", { name: "Checkout fails" })).toBeVisible();
  const notification = page.getByLabel("Notification", { exact: true });
  await notification.fill("<h1>Ours</h1>\n{{ update.html | bold }}");
  await expect(frame(page).getByText("2: undefined filter: bold")).toBeVisible();
  await saveIn(page, "templates");
  await expect(page.getByText(/Line 2: undefined filter: bold/)).toBeVisible();
  await expect(notification).toHaveAttribute("aria-invalid", "true");
  await notification.fill("<h1>Ours: {{ incident.title }}</h1>\n{{ update.html }}");
  await expect(frame(page).getByRole("heading", { name: "Ours: Checkout fails" })).toBeVisible();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(frame(page).locator("body")).toHaveCSS("background-color", "rgb(18, 22, 27)");
  await page.getByRole("button", { name: "Text" }).click();
  await expect(frame(page).getByText("We look into it.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Send a test to/ }).click();
  await expect(page.getByText("The test is on its way.")).toBeVisible();
  const { mail } = await mails.nth(acme.organization.owner.email);
  expect(mail.subject).toContain("[Test]");
  expect(mail.html).toContain("<h1>Ours: Checkout fails</h1>");
  await page.getByLabel("Use own templates").check();
  await saveIn(page, "templates");
  await expect(page.getByRole("status").filter({ hasText: "Settings saved" })).toBeVisible();
  await page.reload();
  await expect(notification).toHaveValue("<h1>Ours: {{ incident.title }}</h1>\n{{ update.html }}");
});
