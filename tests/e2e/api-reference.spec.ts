import { expect, test } from "#tests/support/test.ts";

test("the reference needs no sign-in, loads nothing from elsewhere, and its policy lets it run", async ({
  page,
  server,
}) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith("data:"))
      elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const answer = await page.goto(`${server.url}/docs/api`);
  expect(answer?.headers()["content-security-policy"]).not.toMatch(/https?:|unsafe|\*/);
  await expect(page.getByRole("heading", { name: /^Allclear/ })).toBeVisible();
  await expect(
    page.getByText("/status_pages/{subdomain}/incidents/{incidentId}/updates", { exact: true }),
  ).toBeVisible();
  expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
});

test("an operation can be tried with a key", async ({ page, server, organization }) => {
  await page.goto(`${server.url}/docs/api`);
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  const dialog = page.locator(".dialog-ux");
  await dialog.locator("input").fill(organization.keys.admin);
  await dialog.locator("button.authorize").click();
  await dialog.locator("button.btn-done").click();
  const operation = page.locator("#operations-Services-listServices");
  await operation.locator("button.opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByPlaceholder("subdomain").fill(organization.page.subdomain);
  const path = `/api/v2/status_pages/${organization.page.subdomain}/services`;
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await operation.getByRole("button", { name: "Execute" }).click();
  expect((await answered).status()).toBe(200);
  await expect(operation.locator(".live-responses-table").getByText('"total_count"')).toBeVisible();
});
