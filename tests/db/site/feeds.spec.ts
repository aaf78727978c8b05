import { recordDeletions } from "#lib/incidents/deleted-incidents.queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { readFeeds } from "#tests/support/data/feeds.ts";
import { mintIncident, mintIncidents, systemGrant } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY = 86_400;
const MAINTENANCES = "/calendar/maintenance/feed.ics";

test("a maintenance is in its calendar however many incidents are newer", async ({
  organization,
  service,
  database,
}) => {
  const { page } = organization;
  const other = await mintService(database, page.id);
  const at = (days: number) => later(wireNow(), days * DAY);
  const planned = { severity: "scheduled" as const, service_ids: [service] };
  const past = { ...planned, starts_at: at(-40), ends_at: at(-39) };
  const next = { ...planned, starts_at: at(40), ends_at: at(41) };
  const ids = await mintIncidents(database, page.id, [past, next]);
  const newer = Array.from({ length: 131 }, (_, index) => ({
    ...{ severity: "minor" as const, service_ids: [other] },
    ...{ starts_at: at(-index / 8 - 2), ends_at: at(-index / 8 - 1) },
  }));
  await mintIncidents(database, page.id, newer);
  const feeds = await readFeeds(database, { page, services: [service], incidents: [] });
  const wanted = ids.map((id) => `incident-${id}@${page.subdomain}.localhost`).sort();
  for (const path of [MAINTENANCES, `/services/${service}/calendar.ics`])
    expect(feeds[path]?.map(({ id }) => id).sort(), path).toEqual(wanted);
  expect(feeds[`/services/${service}/rss`]).toHaveLength(2);
});

test("a maintenance called off stays so in its calendar however many incidents are deleted since", async ({
  organization,
  service,
  database,
}) => {
  const { page } = organization;
  const grant = await systemGrant(database, page.subdomain);
  const [starts_at, ends_at] = [later(wireNow(), DAY), later(wireNow(), 2 * DAY)];
  const trace = (incident_id: number, severity: "scheduled" | "minor") => ({
    ...{ incident_id, severity, starts_at, ends_at, revision: 1, service_ids: [service] },
  });
  const many = Array.from({ length: 60 }, (_, index) => trace(index + 2, "minor"));
  await database.transaction().execute(async (trx) => {
    await recordDeletions(trx, grant, [trace(1, "scheduled")]);
    await recordDeletions(trx, grant, many);
  });
  const feeds = await readFeeds(database, { page, services: [], incidents: [] });
  expect(feeds[MAINTENANCES]).toHaveLength(1);
  expect(feeds["/calendar.ics"]).toHaveLength(51);
});

test("an incident of which nothing was said does not move with its times", async ({
  organization,
  service,
  database,
}) => {
  const { page } = organization;
  const open = { severity: "minor" as const, starts_at: wireNow(), ends_at: null };
  const id = await mintIncident(database, page.id, { ...open, service_ids: [service] });
  const read = () => readFeeds(database, { page, services: [service], incidents: [id] });
  const before = await read();
  const moved = later(wireNow(), -DAY);
  const incident = { starts_at: moved, updated_at: later(wireNow(), 60) };
  await database.updateTable("incidents").set(incident).where("id", "=", id).execute();
  const after = await read();
  expect(before["/rss"]).toHaveLength(1);
  for (const path of Object.keys(before).filter((name) => !name.endsWith(".ics")))
    expect(after[path], path).toEqual(before[path]);
});
