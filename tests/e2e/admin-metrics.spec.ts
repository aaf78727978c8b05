import { arrive, expect, signIn, test } from "#tests/support/admin.ts";
import { mintUser } from "#tests/support/mint.ts";

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
  await expect(admin.getByLabel("Unit")).toHaveAccessibleDescription(/^Fill this in\./);
  await admin.getByLabel("Title").fill("API response time");
  await admin.getByLabel("Unit").fill("ms");
  await admin.getByLabel("Limit").fill("250.5");
  await admin.getByRole("button", { name: "Create metric" }).click();
  await expect(admin.getByText("Nothing was measured in this time.")).toBeVisible();

  await admin.getByRole("button", { name: "Record entry" }).click();
  await expect(admin.getByLabel("Value")).toBeFocused();
  await admin.getByLabel("Value").fill("120");
  await admin.getByRole("button", { name: "Record entry" }).click();
  await expect(admin.getByRole("img", { name: /between 120/ })).toBeVisible();
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
  await expect(dialog.getByText("This is not the name.")).toBeVisible();
  await dialog.getByRole("textbox").fill("API response time");
  await dialog.getByRole("button", { name: "Delete metric" }).click();
  await expect(admin.getByText("No metrics yet")).toBeVisible();
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
