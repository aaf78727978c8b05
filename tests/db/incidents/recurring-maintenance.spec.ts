import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident, withdrawIncident } from "#lib/incidents/delete.ts";
import { getIncident, listIncidents } from "#lib/incidents/read.ts";
import { extendMaintenanceSeries } from "#lib/incidents/recurrence/extend-maintenance-series.ts";
import { CreateIncident, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY = 86_400;

/** A whole hour some days from now. */
const inDays = (days: number) => `${later(wireNow(), days * DAY).slice(0, 13)}:00:00`;

const weekly = (service: number, more: object = {}) =>
  parseInput(CreateIncident, {
    title: "Upgrade",
    type: "scheduled",
    service_ids: [service],
    starts_at: inDays(1),
    ends_at: later(inDays(1), 3_600),
    recurrence: "RRULE:freq=weekly",
    maintenance_notify: true,
    updates: [{ description: "Slow for an hour." }],
    ...more,
  });

type Page = { id: number; subdomain: string };

async function planned(db: Db, page: Page) {
  const ctx = systemContext(db, "test");
  const { rows } = await listIncidents(ctx, page, { limit: 50 }, { severity: "scheduled" });
  return rows.reverse();
}

async function startsOf(db: Db, page: Page): Promise<string[]> {
  return (await planned(db, page)).map(({ starts_at }) => starts_at);
}

const extended = () => extendMaintenanceSeries({});

test("the next three are created ahead, like the first, once however often the job runs", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const first = await createIncident(ctx, page, weekly(service));
  expect(first.recurrence).toBe("FREQ=WEEKLY");
  await Promise.all([extended(), extended()]);
  await extended();
  const rows = await planned(database, page);
  expect(rows.map(({ starts_at }) => starts_at)).toHaveLength(3);
  for (const row of rows)
    expect(row).toMatchObject({
      title: "Upgrade",
      service_ids: [service],
      recurrence: "FREQ=WEEKLY",
      maintenance_notify: true,
      updates: [{ type: "scheduled", description: "Slow for an hour." }],
      ends_at: later(row.starts_at, 3_600),
    });
  const told = await eventsOf(database, page.id);
  expect(told.map(({ event }) => event)).toEqual(Array(3).fill("incident.created"));
});

test("one that was deleted stays deleted, and makes room for a later one", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  await createIncident(ctx, page, weekly(service));
  await extended();
  const [, second] = await planned(database, page);
  await deleteIncident(ctx, { ...page, incident_id: second?.id ?? 0 });
  await extended();
  const starts = await startsOf(database, page);
  expect(starts).toHaveLength(3);
  expect(starts).not.toContain(second?.starts_at);
});

test("one that was deleted stays so when the series is planned anew from an earlier time", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  await createIncident(ctx, page, weekly(service));
  await extended();
  const [first, second, third] = await planned(database, page);
  await deleteIncident(ctx, { ...page, incident_id: second?.id ?? 0 });
  await database
    .updateTable("maintenance_series")
    .set({ next_at: first?.starts_at })
    .where("status_page_id", "=", page.id)
    .execute();
  await extended();
  const next = later(third?.starts_at ?? "", 7 * DAY);
  expect(await startsOf(database, page)).toEqual([first?.starts_at, third?.starts_at, next]);
});

test("a change concerns one maintenance; asked to, those that follow", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  await createIncident(ctx, page, weekly(service));
  await extended();
  const [, second] = await planned(database, page);
  const target = { ...page, incident_id: second?.id ?? 0 };
  const change = (fields: object) =>
    updateIncident(ctx, target, parseInput(UpdateIncident, fields));
  await change({ title: "Only this", recurrence: "FREQ=WEEKLY" });
  const titles = async () => (await planned(database, page)).map(({ title }) => title);
  expect(await titles()).toEqual(["Upgrade", "Only this", "Upgrade"]);

  const starts_at = later(second?.starts_at ?? "", 3_600);
  const ends_at = later(starts_at, 3_600);
  await change({ title: "From here", starts_at, ends_at, apply_to_following: true });
  await extended();
  expect(await titles()).toEqual(["Upgrade", "From here", "From here"]);
  expect((await startsOf(database, page)).slice(1)).toEqual([starts_at, later(starts_at, 7 * DAY)]);
});

test("a changed rule counts from the maintenance where it changed; none ends the series", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const { id, starts_at } = await createIncident(ctx, page, weekly(service));
  await extended();
  const target = { ...page, incident_id: id };
  const change = (fields: object) =>
    updateIncident(ctx, target, parseInput(UpdateIncident, fields));
  await change({ recurrence: "FREQ=DAILY;COUNT=2" });
  await extended();
  expect(await startsOf(database, page)).toEqual([starts_at, later(starts_at, DAY)]);
  expect((await change({ recurrence: null })).recurrence).toBeNull();
  await extended();
  expect(await startsOf(database, page)).toEqual([starts_at]);
  expect((await getIncident(ctx, target)).recurrence).toBeNull();
});

test("what is taken back while it is held leaves no series; an incident has none", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const { id } = await createIncident(ctx, page, weekly(service, { hold_seconds: 60 }));
  expect(await withdrawIncident(ctx, { ...page, incident_id: id })).toBe(true);
  await extended();
  expect(await startsOf(database, page)).toEqual([]);
  const outage = parseInput(CreateIncident, {
    ...{ title: "Down", type: "major", service_ids: [service], recurrence: "FREQ=DAILY" },
  });
  await expect(createIncident(ctx, page, outage)).rejects.toMatchObject({
    fields: { recurrence: [{ code: "wrong_kind" }] },
  });
});

test("a series keeps its clock when the page moves to another zone", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const set = (time_zone: string) =>
    database.updateTable("status_pages").set({ time_zone }).where("id", "=", page.id).execute();
  await set("Asia/Tokyo");
  const { starts_at } = await createIncident(ctx, page, weekly(service));
  await set("America/New_York");
  await extended();
  const weeks = [0, 7, 14].map((days) => later(starts_at, days * DAY));
  expect(await startsOf(database, page)).toEqual(weeks);
});
