import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintUser } from "#tests/support/data/mint.ts";

const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(0, "2026-11-20T14:02:00".length);

test("Now says what visitors read, what is open and promised, what is planned and what looks wrong, and answers in place", async ({
  page,
  server,
  acme,
  api,
}) => {
  const at = `/status_pages/${acme.subdomain}/incidents`;
  const { checkout, search, shop } = acme.services;
  const updates = [{ description: "We look into it.", next_update_at: inMinutes(8) }];
  const worst = { title: "Payments fail", type: "major", service_ids: [checkout], updates };
  await api.post(at, { incident: { title: "Slow", type: "minor", service_ids: [search] } });
  await api.post(at, { incident: worst });
  const times = { starts_at: inMinutes(3 * 24 * 60), ends_at: inMinutes(3 * 24 * 60 + 60) };
  const planned = { title: "Upgrade", type: "scheduled", service_ids: [shop], ...times };
  await api.post(at, { incident: planned });
  await signIn(page, server, acme.organization.owner);
  await arrive(page);
  await expect(page).toHaveURL(/\/now$/);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Payments fail");
  await expect(page.getByText(/Next update promised by/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Visitors read" })).toContainText(/./);
  const wrong = page.getByRole("region", { name: "Needs attention" });
  await expect(wrong).toContainText("A promised update falls due");
  await expect(page.getByRole("region", { name: "Maintenance" })).toContainText("Upgrade");

  const article = page.getByRole("article", { name: "Payments fail" });
  await article.getByLabel("Text", { exact: true }).fill("Cards work again.");
  await article.locator("label", { hasText: "Resolved" }).click();
  await article.getByRole("button", { name: "Resolve without notifying" }).click();
  await expect(page.getByRole("article", { name: "Payments fail" })).toHaveCount(0);
  await expect(
    page.getByRole("article", { name: "Slow" }).getByLabel("Text", { exact: true }),
  ).toHaveValue("");
});

test("an incident from before the connection for changes stood is shown once it stands", async ({
  admin,
  acme,
  api,
  server,
}) => {
  const held = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  await admin.route("**/live", async (route) => {
    listening.resolve();
    await held.promise;
    await route.continue();
  });
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/now`);
  await listening.promise;
  const at = `/status_pages/${acme.subdomain}/incidents`;
  const service_ids = [acme.services.checkout];
  await api.post(at, { incident: { title: "Payments fail", type: "major", service_ids } });
  held.resolve();
  await expect(admin.getByRole("article", { name: "Payments fail" })).toBeVisible();
});

test("an empty page offers the first step", async ({ page, server, organization }) => {
  await signIn(page, server, organization.owner);
  await arrive(page);
  await page.getByRole("link", { name: "Add your services" }).click();
  await expect(page).toHaveURL(/\/services$/);
});

test("an incident is edited, explained afterwards, duplicated, exported and deleted knowingly", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const incident = {
    title: "Payments fail",
    type: "minor",
    service_ids: [acme.services.checkout],
    starts_at: "2026-01-10T10:00:00",
    ends_at: "2026-01-10T11:00:00",
    updates: [{ description: "It is over." }],
  };
  const answer = await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  const { id } = answer.json<{ incident: { id: number } }>().incident;
  const address = `${server.url}/pages/${acme.subdomain}/incidents`;
  await arrive(admin, `${address}/${id}`);
  await admin.getByRole("link", { name: "Write" }).click();
  const learned = admin.getByRole("textbox", { name: "Post-mortem" });
  await admin.getByRole("button", { name: "Insert template" }).click();
  await expect(learned).toHaveValue(/^## Summary/);
  await learned.fill("A **certificate** ran out.");
  await admin.getByLabel("Post an update about it").check();
  await expect(admin.getByLabel("Announcement")).toHaveValue(new RegExp(`/incidents/${id}$`));
  await admin.getByRole("button", { name: "Publish post-mortem" }).click();
  await expect(admin.locator("strong", { hasText: "certificate" })).toBeVisible();
  const announced = admin.getByRole("listitem").filter({ hasText: "We have published" });
  await expect(announced).toContainText(/^UpdateYou ·/);
  await expect(admin.getByText("You posted", { exact: false })).toBeVisible();
  await arrive(admin, `${address}/${id}/edit`);
  await expect(admin.getByText("2 updates are deleted with it.")).toBeVisible();
  await expect(admin.getByText(/1\sh will no longer count/)).toBeVisible();
  await admin.getByLabel("Title", { exact: true }).fill("Payments failed");
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.locator("strong", { hasText: "certificate" })).toBeVisible();

  await admin.getByRole("button", { name: "Duplicate" }).click();
  await expect(admin.getByLabel("Title", { exact: true })).toHaveValue("Payments failed");
  await admin.getByLabel("Title", { exact: true }).fill("Payments fail again");
  await admin.getByRole("button", { name: "Save as draft" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await arrive(admin, address);
  await admin.getByRole("link", { name: "Payments fail again" }).click();
  await admin.getByRole("button", { name: "Post without notifying" }).click();
  await expect(admin.getByRole("heading", { name: "Payments fail again" })).toBeVisible();
  await arrive(admin, `${address}/new`);
  await admin.getByLabel("Title", { exact: true }).fill("Half a thought");
  await admin.getByRole("button", { name: "Save as draft" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await arrive(admin, address);
  await expect(admin.getByRole("heading", { name: "Drafts" })).toBeVisible();
  await admin.getByRole("button", { name: /: Half a thought$/ }).click();
  await expect(admin.getByRole("heading", { name: "Drafts" })).toHaveCount(0);
  await arrive(admin, `${address}?show=all`);
  const download = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Export as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^incidents-.*\.csv$/);
  const json = await admin.request.get(`${address}/export?format=json`);
  expect(await json.text()).toContain("Payments fail again");
});

test("a stranger's page cannot be exported", async ({ page, server, acme, database }) => {
  const { id } = acme.organization;
  const viewer = await mintUser(database, id, "viewer");
  await signIn(page, server, viewer);
  const address = `${server.url}/pages/${acme.subdomain}/incidents/export?format=csv`;
  const answer = await page.request.get(address);
  expect(answer.headers()["content-type"]).not.toContain("csv");
});
