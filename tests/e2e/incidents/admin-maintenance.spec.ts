import { later, wireNow } from "#lib/platform/clock.ts";
import { type Acme, arrive, expect, test } from "#tests/support/browser/admin.ts";
import type { TestServer } from "#tests/support/server/server.ts";

const HOUR = 3_600;

type Place = { server: TestServer; acme: Acme };

const at = ({ server, acme }: Place, path: string) =>
  `${server.url}/pages/${acme.subdomain}/${path}`;

/** A maintenance that begins so many hours from now and takes one. */
const planned = (acme: Acme, hours: number) => ({
  title: "Database upgrade",
  type: "scheduled",
  service_ids: [acme.services.checkout],
  starts_at: later(wireNow(), hours * HOUR),
  ends_at: later(wireNow(), (hours + 1) * HOUR),
});

test("m plans a maintenance with reminders; what is wrong stands at its field", async ({
  admin,
  acme,
  api,
}) => {
  await admin.keyboard.press("m");
  await admin.getByLabel("Title").fill("Database upgrade");
  await admin.getByRole("button", { name: "Schedule without notifying" }).click();
  await expect(admin.getByLabel("Start", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(admin.getByLabel("Title")).toHaveValue("Database upgrade");
  await admin.getByRole("checkbox", { name: "Checkout" }).check();
  await admin.getByLabel("Text", { exact: true }).fill("Checkout is slow for an hour.");
  await admin.getByLabel("Start", { exact: true }).fill("2031-03-04T22:00");
  await admin.getByLabel("End", { exact: true }).fill("2031-03-04T23:00");
  await admin.getByLabel("Remind subscribers").check();
  await admin.getByLabel("First reminder").selectOption("None");
  await admin.getByRole("button", { name: "Schedule without notifying" }).click();
  await expect(admin.getByText("Needs at least one time to remind at")).toBeVisible();
  await admin.getByLabel("First reminder").selectOption("1 hour before");
  await admin.getByLabel("Second reminder").selectOption("Another time");
  await admin.getByRole("spinbutton", { name: "How long before the start" }).fill("30");
  await admin.getByRole("button", { name: "Schedule without notifying" }).click();
  await expect(admin.getByRole("status").getByText("Maintenance scheduled")).toBeVisible();
  await expect(admin.getByRole("link", { name: "Database upgrade", exact: true })).toBeVisible();
  const listed = (await api.get(`/status_pages/${acme.subdomain}/incidents`)).json<{
    incidents: object[];
  }>();
  expect(listed.incidents).toEqual([
    expect.objectContaining({
      title: "Database upgrade",
      service_ids: [acme.services.checkout],
      maintenance_notify: true,
      maintenance_notify_settings: expect.objectContaining({
        before_notice_minutes: 60,
        second_before_notice_minutes: 30,
      }),
    }),
  ]);
});

test("one that repeats shows the next five, is announced ahead, and ends as it was begun", async ({
  admin,
  server,
  acme,
}) => {
  await arrive(admin, at({ server, acme }, "maintenance/new"));
  await admin.getByLabel("Title").fill("Database upgrade");
  await admin.getByRole("checkbox", { name: "Checkout" }).check();
  const day = later(wireNow(), 48 * HOUR).slice(0, 10);
  await admin.getByLabel("Start", { exact: true }).fill(`${day}T22:00`);
  await admin.getByLabel("End", { exact: true }).fill(`${day}T23:00`);
  await admin.getByLabel("Repeat", { exact: true }).selectOption("Every week on this day");
  const next = admin.getByRole("main").getByRole("status").getByRole("listitem");
  await expect(next).toHaveCount(5);
  await admin.getByLabel("Ends", { exact: true }).selectOption("After a number of times");
  await admin.getByLabel("Number of times, including this one").fill("3");
  await expect(next).toHaveCount(2);
  await admin.getByRole("button", { name: "Schedule without notifying" }).click();
  await admin.waitForURL(/maintenance$/);
  const rows = admin.getByRole("link", { name: "Database upgrade", exact: true });
  await expect(async () => {
    await admin.reload();
    await expect(rows).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  await rows.first().click();
  await expect(admin.getByLabel("Repeat", { exact: true })).toHaveValue("weekly");
  await admin.getByLabel("Repeat", { exact: true }).selectOption("Does not repeat");
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText("Maintenance saved")).toBeVisible();
  await arrive(admin, at({ server, acme }, "maintenance"));
  await expect(rows).toHaveCount(1);
});

test("a maintenance is postponed, started, undone and completed from its screen", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const base = `/status_pages/${acme.subdomain}/incidents`;
  const { incident } = (await api.post(base, { incident: planned(acme, 2) })).json<{
    incident: { id: number; starts_at: string };
  }>();
  const now = async () =>
    (await api.get(`${base}/${incident.id}`)).json<{
      incident: { starts_at: string; ends_at: string; updates: { type: string }[] };
    }>().incident;
  await arrive(admin, at({ server, acme }, `maintenance/${incident.id}`));
  await admin.getByRole("button", { name: "Postpone" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("New start").fill("2031-03-04T22:00");
  await dialog.getByLabel("New end").fill("2031-03-04T21:00");
  await dialog.getByRole("button", { name: "Postpone without notifying" }).click();
  await expect(dialog.getByLabel("New end")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("New end").fill("2031-03-04T23:00");
  await dialog.getByRole("button", { name: "Postpone without notifying" }).click();
  await expect(admin.getByText("Maintenance postponed")).toBeVisible();
  expect(await now()).toMatchObject({ updates: [{ type: "postponed" }] });
  expect((await now()).starts_at > incident.starts_at).toBe(true);

  await admin.getByRole("button", { name: "Start now" }).click();
  await dialog.getByRole("button", { name: "Start without notifying" }).click();
  await expect(admin.getByText("Maintenance started")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Complete now" })).toBeVisible();
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByRole("button", { name: "Start now" })).toBeVisible();
  expect((await now()).updates).toHaveLength(1);

  await admin.getByRole("button", { name: "Start now" }).click();
  await dialog.getByRole("button", { name: "Start without notifying" }).click();
  await admin.getByRole("button", { name: "Complete now" }).click();
  await dialog.getByRole("button", { name: "Complete without notifying" }).click();
  await expect(admin.getByText("Maintenance completed")).toBeVisible();
  expect((await now()).ends_at <= wireNow()).toBe(true);
});

test("the calendar shows a month, leads to its maintenances, and plans on a day", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const incident = {
    ...planned(acme, 1),
    starts_at: "2031-03-04T22:00",
    ends_at: "2031-03-05T02:00",
  };
  await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  await arrive(admin, at({ server, acme }, "maintenance?view=calendar&month=2031-02"));
  await admin.getByRole("link", { name: "Next month" }).click();
  await expect(admin.getByRole("heading", { name: "March 2031" })).toBeVisible();
  await expect(admin.getByRole("cell").getByRole("link", { name: incident.title })).toHaveCount(2);
  await admin.getByRole("link", { name: "New maintenance on 12 March 2031" }).click();
  await expect(admin.getByLabel("Start", { exact: true })).toHaveValue("2031-03-12T09:00");
  await admin.goBack();
  await admin.getByRole("cell").getByRole("link", { name: incident.title }).first().click();
  await expect(admin.getByRole("heading", { name: incident.title })).toBeVisible();
});

test("another one like it is begun from a copy, and from a template", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const base = `/status_pages/${acme.subdomain}`;
  await api.post(`${base}/incidents`, { incident: planned(acme, 2) });
  const incident_template = {
    name: "Upgrade",
    title: "We upgrade the database",
    description: "It is slow meanwhile.",
    service_ids: [acme.services.search],
  };
  await api.post(`${base}/incident_templates`, { incident_template });
  await arrive(admin, at({ server, acme }, "maintenance"));
  await admin.getByRole("link", { name: "Duplicate Database upgrade" }).click();
  await expect(admin.getByLabel("Title")).toHaveValue("Database upgrade");
  await expect(admin.getByRole("checkbox", { name: "Checkout" })).toBeChecked();
  await admin.getByRole("link", { name: "Upgrade", exact: true }).click();
  await expect(admin.getByLabel("Title")).toHaveValue("We upgrade the database");
  await expect(admin.getByLabel("Text", { exact: true })).toHaveValue("It is slow meanwhile.");
  await expect(admin.getByRole("checkbox", { name: "Search" })).toBeChecked();
});

test("a maintenance is changed and, by its name, deleted; an incident is none", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const base = `/status_pages/${acme.subdomain}/incidents`;
  const { incident } = (await api.post(base, { incident: planned(acme, 2) })).json<{
    incident: { id: number };
  }>();
  await arrive(admin, at({ server, acme }, `maintenance/${incident.id}`));
  await admin.getByLabel("Title").fill("Database move");
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByRole("heading", { name: "Database move" })).toBeVisible();
  await admin.getByRole("button", { name: "Delete maintenance" }).click();
  await admin.getByLabel("Type Database move to confirm").fill("Database move");
  await admin.getByRole("dialog").getByRole("button", { name: "Delete maintenance" }).click();
  await expect(admin.getByRole("heading", { name: "No maintenance planned" })).toBeVisible();
  const outage = { title: "Down", type: "major", service_ids: [acme.services.shop] };
  const { incident: other } = (await api.post(base, { incident: outage })).json<{
    incident: { id: number };
  }>();
  const answer = await admin.goto(at({ server, acme }, `maintenance/${other.id}`));
  expect(answer?.status()).toBe(404);
});

test("postponed without new times, a maintenance asks for them; called off, it is struck through", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const base = `/status_pages/${acme.subdomain}/incidents`;
  const { incident } = (await api.post(base, { incident: planned(acme, 2) })).json<{
    incident: { id: number };
  }>();
  const plan = async () =>
    (await api.get(`${base}/${incident.id}`)).json<{ incident: { plan: string | null } }>().incident
      .plan;
  const screen = at({ server, acme }, `maintenance/${incident.id}`);
  await arrive(admin, screen);
  await admin.getByRole("button", { name: "Postpone" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: "Postpone without notifying" }).click();
  await expect(admin.getByText("Maintenance postponed")).toBeVisible();
  expect(await plan()).toBe("postponed");
  await expect(admin.getByText("until you set a new start and end below")).toBeVisible();
  await arrive(admin, at({ server, acme }, "now"));
  await admin.getByRole("link", { name: "Database upgrade" }).click();
  await expect(admin.getByLabel("Start", { exact: true })).toHaveValue("");
  const again = (hours: number) =>
    later(wireNow(), hours * HOUR).slice(0, "2026-11-28T10:00".length);
  await admin.getByLabel("Start", { exact: true }).fill(again(48));
  await admin.getByLabel("End", { exact: true }).fill(again(49));
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText("Maintenance saved")).toBeVisible();
  expect(await plan()).toBeNull();

  await admin.getByRole("button", { name: "Call off" }).click();
  await dialog.getByRole("button", { name: "Call off without notifying" }).click();
  await expect(admin.getByText("Maintenance called off")).toBeVisible();
  expect(await plan()).toBe("called_off");
  await expect(admin.getByRole("button", { name: "Start now" })).toHaveCount(0);
  await arrive(admin, at({ server, acme }, "maintenance"));
  const row = admin.getByRole("row", { name: /Called off/ });
  await expect(row.getByText("Database upgrade").first()).toHaveCSS(
    "text-decoration-line",
    "line-through",
  );
  await admin.goto(server.pageUrl(acme.subdomain));
  await expect(admin.locator(".plan s").first()).toHaveText("Database upgrade");
  await expect(admin.locator("body")).not.toContainText("Completed");
});
