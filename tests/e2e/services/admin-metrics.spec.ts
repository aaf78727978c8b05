import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintUser } from "#tests/support/data/mint.ts";

test("a metric is made, tried with an entry, drawn, changed and deleted by its title", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/metrics`;
  await arrive(admin, address);
  await admin.getByRole("link", { name: "New metric" }).click();
  await admin.getByRole("button", { name: "Create metric" }).click();
  await expect(admin.getByLabel("Title")).toBeFocused();
  await expect(admin.getByLabel("Unit")).toHaveAccessibleDescription(/^This field is required\./);
  await admin.getByLabel("Title").fill("API response time");
  await admin.getByLabel("Unit").fill("ms");
  await admin.getByLabel("Limit").fill("250.5");
  await admin.getByRole("button", { name: "Create metric" }).click();
  await expect(admin.getByText("No entries in this period.")).toBeVisible();
  await expect(admin.getByText("Nothing received yet")).toBeVisible();
  const id = new URL(admin.url()).pathname.split("/").at(-1);
  const path = `/api/v2/status_pages/${acme.subdomain}/metrics/${id}/entries`;
  await expect(admin.locator("code").filter({ hasText: "$KEY" })).toContainText(path);

  await admin.getByRole("button", { name: "Record entry" }).click();
  await expect(admin.getByLabel("Value", { exact: true })).toBeFocused();
  await admin.getByLabel("Value", { exact: true }).fill("120");
  await admin.getByRole("button", { name: "Record entry" }).click();
  await expect(admin.getByRole("img", { name: /between 120/ })).toBeVisible();
  await expect(admin.getByText(/^Last received: /)).toBeVisible();
  await expect(admin.getByText("Average", { exact: true }).first()).toBeVisible();

  await admin.getByLabel("Number beside the chart").selectOption("Latest");
  await admin.getByLabel("On the page").uncheck();
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText("Metric saved")).toBeVisible();
  const { metrics } = (await api.get(`/status_pages/${acme.subdomain}/metrics`)).json<{
    metrics: Record<string, unknown>[];
  }>();
  expect(metrics).toMatchObject([
    {
      ...{ title: "API response time", unit: "ms", type: "rt", threshold: 250.5 },
      ...{ featured_number: "last", visible: false, enabled: true },
    },
  ]);

  await admin.getByRole("button", { name: "Delete metric" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Something else");
  await dialog.getByRole("button", { name: "Delete metric" }).click();
  await expect(dialog.getByText("This does not match the name.")).toBeVisible();
  await dialog.getByRole("textbox").fill("API response time");
  await dialog.getByRole("button", { name: "Delete metric" }).click();
  await expect(admin.getByText("No metrics yet")).toBeVisible();
});

test("a metric has one source, chosen among what measures, with the fields of that one", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  const path = `/status_pages/${acme.subdomain}`;
  const settings = { enabled: true };
  for (const integration of [
    { name: "slack", key: "xoxb-1234567890-abcdef", settings },
    { name: "pingdom", key: "a-token-of-pingdom", settings },
  ])
    await api.post(`${path}/integrations`, { integration });
  await database
    .updateTable("services")
    .set({ monitoring: "internal", ping_url: "https://checkout.example.com" })
    .where("id", "=", acme.services.checkout)
    .execute();
  const source = (name: string) => admin.getByText(name, { exact: true });
  const service = admin.getByRole("combobox", { name: "Service", exact: true });
  const integration = admin.getByRole("combobox", { name: "Integration", exact: true });

  await arrive(admin, `${server.url}/pages/${acme.subdomain}/metrics/new`);
  await admin.getByLabel("Title").fill("Checkout");
  await admin.getByLabel("Unit").fill("ms");
  await expect(service.or(integration)).toHaveCount(0);
  await source("An integration").click();
  await expect(integration.getByRole("option")).toHaveText([/^Pingdom/]);
  await expect(service).toHaveCount(0);
  await source("Checks of a service").click();
  await expect(service.getByRole("option")).toHaveText(["Checkout"]);
  await expect(integration).toHaveCount(0);
  await admin.getByRole("button", { name: "Create metric" }).click();
  await expect(admin.getByText("Metric created")).toBeVisible();
  const { metrics } = (await api.get(`${path}/metrics`)).json<{ metrics: object[] }>();
  expect(metrics).toMatchObject([{ service_id: acme.services.checkout, integration_id: null }]);
});

test("metrics are ordered from their menus, and that is undone", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const make = (title: string) =>
    api.post(`/status_pages/${acme.subdomain}/metrics`, {
      metric: { title, unit: "%", type: "up" },
    });
  for (const title of ["One", "Two", "Three"]) await make(title);
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/metrics`);
  const titles = () => admin.getByRole("rowheader").allInnerTexts();
  await admin.getByRole("button", { name: "Actions for Three" }).click();
  await admin.getByRole("menuitem", { name: "Move up" }).click();
  await expect.poll(titles).toEqual(["One", "Three", "Two"]);
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect.poll(titles).toEqual(["One", "Two", "Three"]);
});

test("an editor sees metrics and cannot change them", async ({
  page,
  server,
  acme,
  api,
  database,
}) => {
  const at = `/status_pages/${acme.subdomain}/metrics`;
  const created = await api.post(at, { metric: { title: "Uptime", unit: "%", type: "up" } });
  const { id } = created.json<{ metric: { id: number } }>().metric;
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  for (const path of ["metrics", `metrics/${id}?period=week`]) {
    await arrive(page, `${server.url}/pages/${acme.subdomain}/${path}`);
    await expect(page.getByRole("button", { name: /Actions for|Save|Delete|Record/ })).toHaveCount(
      0,
    );
  }
  await expect(page.getByLabel("Title")).toBeDisabled();
  const answer = await page.goto(`${server.url}/pages/${acme.subdomain}/metrics/new`);
  expect(answer?.status()).toBe(404);
});
