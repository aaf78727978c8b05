import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintUser } from "#tests/support/data/mint.ts";

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
  await expect(page.getByText("Waiting for the first alert… Send a test")).toBeVisible();
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

test("one address takes the alerts of several services, and shows those of none", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  const path = `/pages/${acme.subdomain}/services/${acme.services.checkout}`;
  const { service } = (
    await api.put(`/status_pages/${acme.subdomain}/services/${acme.services.checkout}`, {
      service: { monitoring: "webhook", webhook_monitoring_service: "alertmanager" },
    })
  ).json<{ service: { name: string } }>();
  await arrive(page, `${server.url}${path}/monitoring`);
  await expect(page.getByText("- name: status-page")).toBeVisible();
  const url = (await page.getByText(/\/alerts\/[0-9a-f]{64}\/alertmanager$/).textContent()) ?? "";
  const alert = (name: string) => ({ status: "firing", labels: { service: name } });
  const alerts = [alert(service.name), alert("Nobody's")];
  const sent = await page.request.post(url, { data: { receiver: "a", groupKey: "b", alerts } });
  expect((await sent.json()).alerts).toEqual([
    { service_id: acme.services.checkout, understood: "down", changed: true },
    { service_id: null, understood: null, changed: false, reason: "unknown_service" },
  ]);
  await page.reload();
  await expect(page.getByText("Received, understood as: Down")).toBeVisible();
  const unknown = page.getByRole("list", { name: "Alerts of no service" });
  await expect(unknown.getByRole("listitem")).toContainText("Nobody's");
});

test("addresses that leaked are replaced; who may not see one is told why", async ({
  admin: page,
  browser,
  database,
  server,
  acme,
  api,
}) => {
  const path = `services/${acme.services.checkout}`;
  const { service } = (
    await api.put(`/status_pages/${acme.subdomain}/${path}`, {
      service: { monitoring: "webhook", webhook_monitoring_service: "alertmanager" },
    })
  ).json<{ service: { incoming_webhook_url: string } }>();
  const screen = `${server.url}/pages/${acme.subdomain}/${path}/monitoring`;
  await arrive(page, screen);
  const shared = page.getByText(/\/alerts\/[0-9a-f]{64}\/alertmanager$/);
  const before = [service.incoming_webhook_url, (await shared.textContent()) ?? ""];
  const replace = page.getByRole("button", { name: "Replace address" });
  for (const [index, old] of before.entries()) {
    await replace.nth(index).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Replace address" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(old, { exact: true })).toHaveCount(0);
    const sent = { receiver: "a", groupKey: "b", alerts: [] };
    expect((await page.request.post(old, { data: sent })).status()).toBe(404);
  }
  const editor = await browser.newPage();
  await signIn(editor, server, await mintUser(database, acme.organization.id, "editor"));
  await arrive(editor, screen);
  await expect(editor.getByText("only owners and administrators see it")).toBeVisible();
  await expect(editor.getByRole("button", { name: "Replace address" })).toHaveCount(0);
  await editor.close();
});

test("what keeps a service down is listed with its report, and closed", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  const path = `services/${acme.services.checkout}`;
  const { service } = (
    await api.put(`/status_pages/${acme.subdomain}/${path}`, {
      service: { monitoring: "webhook", webhook_monitoring_service: "alertmanager" },
    })
  ).json<{ service: { incoming_webhook_url: string } }>();
  for (const alertname of ["Slow", "Broken"])
    await page.request.post(service.incoming_webhook_url, {
      data: { receiver: "a", alerts: [{ status: "firing", labels: { alertname } }] },
    });
  await arrive(page, `${server.url}/pages/${acme.subdomain}/${path}/monitoring`);
  const open = page.getByRole("list", { name: "Open alerts" }).getByRole("listitem");
  await expect(open).toHaveCount(2);
  await open.filter({ hasText: "Slow" }).getByText("What was sent").click();
  await expect(open.filter({ hasText: "Slow" })).toContainText('"alertname":"Slow"');
  for (const left of [1, 0]) {
    await open.getByRole("button", { name: "Close" }).first().click();
    await expect(open).toHaveCount(left);
  }
});

test("other settings are tried on the calls that came", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  const path = `/status_pages/${acme.subdomain}/services/${acme.services.checkout}`;
  const { service } = (
    await api.put(path, {
      service: {
        ...{ monitoring: "webhook", webhook_monitoring_service: "custom-jsonpath" },
        webhook_custom_jsonpath_settings: { jsonpath: "$.state", expected_result: "up" },
      },
    })
  ).json<{ service: { incoming_webhook_url: string } }>();
  await page.request.post(service.incoming_webhook_url, { data: { title: "[FIRING:1] Cart" } });
  const screen = `/pages/${acme.subdomain}/services/${acme.services.checkout}/monitoring`;
  await arrive(page, server.url + screen);
  await page.getByLabel("JSONPath").fill("$.title");
  await page.getByLabel("Comparison").selectOption("matches");
  await page.getByLabel("Result when up").fill("^.RESOLVED");
  await page.getByLabel("Result when down").fill("^.FIRING");
  await page.getByRole("button", { name: "Try" }).click();
  const tried = page.getByRole("list", { name: "As these settings understand them" });
  await expect(tried.getByRole("listitem")).toContainText("Down");
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
