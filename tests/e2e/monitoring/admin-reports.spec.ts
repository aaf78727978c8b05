import { arrive, expect, test } from "#tests/support/browser/admin.ts";

test("what a tool said and why it was not understood stands on the service's monitoring screen", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  const path = `/pages/${acme.subdomain}/services/${acme.services.checkout}/monitoring`;
  const service = { monitoring: "webhook", webhook_monitoring_service: "uptime-robot" };
  await api.put(`/status_pages/${acme.subdomain}/services/${acme.services.checkout}`, {
    service: { ...service, heartbeat: { period_s: 60, grace_s: 30 } },
  });
  await arrive(page, server.url + path);
  await expect(page.getByText("Nothing yet. Send a test from your tool")).toBeVisible();
  await expect(page.getByText('"alertType":"*alertType*"')).toBeVisible();
  await expect(page.getByText(/^curl .*\/heartbeat$/)).toBeVisible();
  const url = (await page.getByText(/\/automate\/uptime-robot$/).textContent()) ?? "";
  const call = (body: object) => page.request.post(url, { data: body });
  expect((await call({ alertType: "1", monitorFriendlyName: "Cart" })).status()).toBe(200);
  expect((await call({ alertType: "7" })).status()).toBe(422);

  await page.reload();
  const reports = page.getByRole("list", { name: "Received reports" }).getByRole("listitem");
  await expect(reports.nth(0)).toContainText("Not understood");
  await expect(reports.nth(0)).toContainText("not known for this tool: 7");
  await expect(reports.nth(1)).toContainText("Down");
  await reports.nth(0).getByText("What was sent").click();
  await expect(page.getByText('{"alertType":"7"}')).toBeVisible();
});

test("who is told by e-mail chooses the words that count, and finds the address to send it to", async ({
  admin: page,
  server,
  acme,
}) => {
  const path = `/pages/${acme.subdomain}/services/${acme.services.search}`;
  await arrive(page, server.url + path);
  await expect(page.getByLabel("Down with this text")).toBeHidden();
  await page.getByText("By e-mail").click();
  await page.getByLabel("Up only with this text").fill("RESOLVED");
  await page.getByLabel("Down with this text").fill("ALERT");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Service saved").first()).toBeVisible();
  await arrive(page, server.url + path);
  await expect(page.getByText(/^[0-9a-f-]{36}@localhost$/)).toBeVisible();
  await arrive(page, `${server.url}${path}/monitoring`);
  await expect(
    page.getByText("Up: a mail with “RESOLVED”. Down: a mail with “ALERT”."),
  ).toBeVisible();
  await expect(page.getByText("Nothing is known about the service yet.")).toBeVisible();
});
