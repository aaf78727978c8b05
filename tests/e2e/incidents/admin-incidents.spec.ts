import { arrive, expect, test } from "#tests/support/browser/admin.ts";

test("an incident posted in the browser is on the public page at the next look", async ({
  admin,
  server,
  acme,
  context,
}) => {
  await admin.getByRole("link", { name: "New incident" }).first().click();
  await admin.getByText("Disruption").click();
  await admin.getByLabel("Title").fill("Search is slow");
  await admin.getByRole("checkbox", { name: "Search" }).check();
  await admin.getByLabel("Text", { exact: true }).fill("Results take **ten seconds**.");
  await expect(admin.locator("strong", { hasText: "ten seconds" })).toBeVisible();
  await admin.getByRole("button", { name: "Post without notifying" }).click();
  await expect(admin.getByRole("heading", { name: "Search is slow" })).toBeVisible();
  await expect(admin.getByRole("status").filter({ hasText: "Incident posted" })).toBeVisible();
  await expect(admin).toHaveURL(/\/incidents\/\d+$/);

  const visitor = await context.newPage();
  await visitor.goto(server.pageUrl(acme.subdomain));
  await expect(visitor.getByText("Search is slow").first()).toBeVisible();
  await expect(visitor.locator("strong", { hasText: "ten seconds" }).first()).toBeVisible();
});

test("an update is posted, the incident resolved with one click, and that taken back and forth with another", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  const incident = {
    title: "Checkout fails",
    type: "major",
    service_ids: [acme.services.checkout],
  };
  const created = await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  const { id } = created.json<{ incident: { id: number } }>().incident;
  const path = `/status_pages/${acme.subdomain}/incidents/${id}`;
  const heardOf = async () => {
    const events = database.selectFrom("events").where("subject", "=", `incident:${id}`);
    const rows = await events.select("withdrawn_at").orderBy("id").execute();
    return rows.map(({ withdrawn_at }) => withdrawn_at === null);
  };
  const ends = async () =>
    (await api.get(path)).json<{ incident: { ends_at: string | null } }>().incident.ends_at;

  await arrive(admin, `${server.url}/pages${path.slice("/status_pages".length)}`);
  await admin.getByText("Identified").click();
  await admin.getByLabel("Text", { exact: true }).fill("A certificate ran out.");
  await admin.getByRole("main").getByRole("button", { name: "Post without notifying" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Update posted" })).toBeVisible();
  await expect(
    admin.getByRole("listitem").filter({ hasText: "A certificate ran out." }),
  ).toContainText("Identified");
  await expect(admin.getByLabel("Text", { exact: true })).toHaveValue("");

  await admin.getByRole("button", { name: "Resolve now" }).click();
  await expect(
    admin.getByRole("listitem").filter({ hasText: "This incident has been resolved." }),
  ).toBeVisible();
  expect(await ends()).not.toBeNull();
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByRole("button", { name: "Resolve now" })).toBeVisible();
  expect(await ends()).toBeNull();
  expect(await heardOf()).toEqual([true, true, false]);
  await admin.getByRole("button", { name: "Redo" }).click();
  await expect(admin.getByRole("button", { name: "Resolve now" })).toHaveCount(0);
  expect(await ends()).not.toBeNull();
  expect(await heardOf()).toEqual([true, true, false, true]);
});

test("an update is edited, deleted after a question, and restored whole", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  const translations = { de: { description: "Erster Text" } };
  const updates = [{ description: "First text", translations, notify: true }];
  const incident = {
    title: "Checkout fails",
    type: "major",
    service_ids: [acme.services.checkout],
    updates,
  };
  const created = await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  const { id } = created.json<{ incident: { id: number } }>().incident;
  const stored = () =>
    database.selectFrom("incident_updates").selectAll().where("incident_id", "=", id).execute();
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}`);
  await admin.getByRole("link", { name: /^Edit the update/ }).click();
  await admin.getByRole("listitem").getByLabel("Text", { exact: true }).fill("Second text");
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText("Update saved")).toBeVisible();
  await expect(admin.locator("[id^=update-]", { hasText: "Second text" })).toBeVisible();
  const before = await stored();
  expect(before).toMatchObject([{ description: "Second text", translations, notify: true }]);

  await admin.getByRole("button", { name: /^Delete the update/ }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await admin.getByRole("button", { name: /^Delete the update/ }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(admin.locator("[id^=update-]", { hasText: "Second text" })).toHaveCount(0);
  expect(await stored()).toEqual([]);
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.locator("[id^=update-]", { hasText: "Second text" })).toBeVisible();
  expect(await stored()).toEqual(before);
});

test("what is missing is said next to its field, and the first one gets the focus", async ({
  admin,
  server,
  acme,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
  await admin.getByRole("main").getByText("Maintenance", { exact: true }).click();
  await admin.getByLabel("Start", { exact: true }).fill("");
  await admin.getByRole("button", { name: "Schedule without notifying" }).click();
  await expect(admin.getByLabel("Title", { exact: true })).toBeFocused();
  await expect(admin.getByLabel("Title", { exact: true })).toHaveAccessibleDescription(
    /^This field is required\./,
  );
  await expect(admin.getByRole("group", { name: /Affected services/ })).toHaveAccessibleDescription(
    "Choose at least one service.",
  );

  await admin.getByLabel("Title").fill("Database upgrade");
  await admin.getByRole("checkbox", { name: "Shop" }).check();
  await admin.getByRole("button", { name: "Schedule without notifying" }).click();
  await expect(admin.getByLabel("Start", { exact: true })).toBeFocused();
  await expect(admin.getByLabel("End", { exact: true })).toHaveAccessibleDescription(
    /^This field is required\./,
  );
  await expect(admin.getByLabel("Title", { exact: true })).toHaveValue("Database upgrade");
});

test("times are typed in the page's zone", async ({ admin, server, acme, api, database }) => {
  await database
    .updateTable("status_pages")
    .set({ time_zone: "America/New_York" })
    .where("subdomain", "=", acme.subdomain)
    .execute();
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
  await admin.getByRole("main").getByText("Maintenance", { exact: true }).click();
  await expect(admin.getByText("Times in America/New_York")).toBeVisible();
  await admin.getByLabel("Title").fill("Database upgrade");
  await admin.getByRole("checkbox", { name: "Shop" }).check();
  await admin.getByLabel("Start", { exact: true }).fill("2031-07-01T22:00");
  await admin.getByLabel("End", { exact: true }).fill("2031-07-02T01:30");
  await admin.getByRole("button", { name: "Schedule without notifying" }).click();
  await expect(admin.getByRole("heading", { name: "Database upgrade" })).toBeVisible();
  const { incidents } = (await api.get(`/status_pages/${acme.subdomain}/incidents`)).json<{
    incidents: Record<string, unknown>[];
  }>();
  expect(incidents[0]).toMatchObject({
    starts_at: "2031-07-02T02:00:00",
    ends_at: "2031-07-02T05:30:00",
  });
});

test("an incident is deleted only by who types its title", async ({ admin, server, acme, api }) => {
  const incident = {
    title: "Checkout fails",
    type: "major",
    service_ids: [acme.services.checkout],
  };
  const created = await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  const { id } = created.json<{ incident: { id: number } }>().incident;
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}/edit`);
  await admin.getByRole("button", { name: "Delete incident" }).click();
  await expect(admin.getByText("This does not match the name.")).toBeVisible();
  await admin.getByLabel(/^Type the title/).fill("Checkout fails");
  await admin.getByRole("button", { name: "Delete incident" }).click();
  await expect(admin.getByText("Nothing is wrong right now")).toBeVisible();
  expect((await api.get(`/status_pages/${acme.subdomain}/incidents/${id}`)).status).toBe(404);
});

test("lists are filtered and walked by address, the same for whoever gets the link", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const service_ids = [acme.services.search];
  for (let day = 10; day < 32; day++) {
    const incident = {
      title: `Day ${day}`,
      type: "minor",
      service_ids,
      starts_at: `2026-01-${day}T00:00`,
      ends_at: `2026-01-${day}T01:00`,
    };
    await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  }
  await admin.getByRole("link", { name: "All", exact: true }).click();
  await expect(admin.getByRole("row")).toHaveCount(21);
  await admin.getByRole("link", { name: "Older" }).click();
  await expect(admin.getByRole("row")).toHaveCount(3);
  await admin.reload();
  await expect(admin.getByRole("link", { name: "Day 10" }).first()).toBeVisible();
  await admin.getByRole("link", { name: "Newer" }).click();
  await expect(admin.getByRole("link", { name: "Day 31" }).first()).toBeVisible();
  const answer = await admin.goto(
    `${server.url}/pages/${acme.subdomain}/incidents?show=all&after=forged.cursor`,
  );
  expect(answer?.status()).toBe(404);
});

test("what was typed survives a server that does not answer, and a session that ended meanwhile", async ({
  admin,
  server,
  acme,
  context,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
  await admin.getByLabel("Title").fill("Everything is down");
  await context.setOffline(true);
  await admin.getByRole("button", { name: "Post without notifying" }).click();
  await expect(
    admin.getByRole("alert").filter({ hasText: "The server did not answer" }),
  ).toBeVisible();
  await context.setOffline(false);
  await context.clearCookies();
  await admin.getByRole("button", { name: "Post without notifying" }).click();
  await expect(admin.getByRole("alert").filter({ hasText: "You are signed out" })).toBeVisible();
  await expect(admin.getByLabel("Title", { exact: true })).toHaveValue("Everything is down");
});
