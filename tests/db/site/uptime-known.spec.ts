import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { firstDayOf, later, wireNow } from "#lib/platform/clock.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { correctDay } from "#lib/services/uptime-corrections/change.ts";
import { loadUptimeCalendar } from "#lib/site/history/calendar.ts";
import { loadServicePage } from "#lib/site/history/service-page.ts";
import { incidentMarkdown } from "#lib/site/markdown.ts";
import { loadIncident } from "#lib/site/snapshot/records.ts";
import { readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { uptimeCsv } from "#lib/site/uptime/csv.ts";
import { loadUptime } from "#lib/site/uptime/read.ts";
import { readServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { type View, viewOf } from "#lib/site/view/view.ts";
import { type BareIncident, mintIncidents, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

function inEnglish(snapshot: View["snapshot"]): View {
  const { subdomain } = snapshot.page;
  const visit = { subdomain, base: "", written: "en", chosen: null, locale: "en" } as const;
  return viewOf(visit, snapshot);
}

const DAY = 86_400;
const HOUR = 3_600;

/** The day so many days ago, in UTC. */
function ago(days: number): string {
  return firstDayOf(days + 1, wireNow(), "Etc/UTC");
}

function outage(days: number, hours: number): Omit<BareIncident, "service_ids"> {
  const starts_at = `${ago(days)}T10:00:00`;
  return { severity: "major", starts_at, ends_at: later(starts_at, hours * HOUR) };
}

/** A parent and its child, added today, to which things happened before. */
async function addedToday(db: Db, incidents: Omit<BareIncident, "service_ids">[]) {
  const { page } = await mintOrganization(db, { time_zone: "Etc/UTC" });
  const parent = await mintService(db, page.id, { display_uptime_graph: true });
  const below = { parent_id: parent, display_uptime_graph: true };
  const child = await mintService(db, page.id, below);
  await mintIncidents(
    db,
    page.id,
    incidents.map((incident) => ({ ...incident, service_ids: [child] })),
  );
  const grant = await systemGrant(db, page.subdomain);
  await db.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  return { page, parent, child, grant, ctx: systemContext(db, "test") };
}

test("a service is known from its earliest incident on in every window, whichever is asked for", async ({
  database,
}) => {
  const { page, parent, child, ctx } = await addedToday(database, [outage(60, 1), outage(5, 3)]);
  const asked = { from: ago(29), to: ago(1) };
  for (const [service_id, hours] of [
    [child, 3],
    [parent, 3],
  ] as const) {
    const uptime = await readServiceUptime(ctx, { ...page, service_id }, asked);
    expect(uptime).toMatchObject({ starts_at: `${ago(29)}T00:00:00`, elapsed_seconds: 29 * DAY });
    expect(uptime.downtime_seconds).toBe(hours * HOUR);
  }
  const { opened } = await loadServicePage(ctx, { ...page, service_id: child, period: "day" });
  expect(opened.uptimes.map(({ uptime }) => uptime.starts_at.slice(0, 10))).toEqual([
    ago(29),
    ago(60),
    ago(60),
  ]);
});

test("what does not count toward uptime is told with its day, and weighs nothing", async ({
  database,
}) => {
  const { page, child, ctx } = await addedToday(database, [
    { ...outage(9, 2), affects_uptime: false },
    { ...outage(9, 1) },
    { ...outage(5, 3), affects_uptime: false, title: "A test of ours" },
    { ...outage(4, 3), severity: "scheduled" },
  ]);
  const target = { ...page, service_id: child };
  const { days, is_complete } = await readServiceUptime(ctx, target, {});
  const seconds = (periods: { seconds: number }[] | null) => periods?.map((one) => one.seconds);
  expect(is_complete).toBe(true);
  expect(
    days.map(({ day, downtime_seconds, periods, uncounted }) => [
      ...[day, downtime_seconds, seconds(periods), seconds(uncounted)],
    ]),
  ).toEqual([
    [ago(5), 0, [], [3 * HOUR]],
    [ago(9), HOUR, [HOUR], [2 * HOUR]],
  ]);
  expect(days[0]?.uncounted).toMatchObject([
    { title: "A test of ours", weight: 0, downtime_seconds: 0, ends_at: `${ago(5)}T13:00:00` },
  ]);
  const { snapshot, explained } = await loadUptime(ctx, { ...target, asked: {} });
  const csv = uptimeCsv(inEnglish(snapshot), explained).split("\r\n");
  expect(csv.filter((line) => line.includes(",uncounted,major,"))).toHaveLength(2);
  const { incident } = await loadIncident(ctx, {
    ...page,
    incident_id: days[0]?.uncounted[0]?.incident_id ?? 0,
  });
  const markdown = incidentMarkdown(inEnglish(snapshot), { incident, postmortem: null });
  expect(markdown).toContain("\n- does not count toward uptime\n");
});

test("a month between two incidents of a young service was up, and is no gap", async ({
  database,
}) => {
  const { page, child, ctx } = await addedToday(database, [outage(80, 1)]);
  const month = ago(30).slice(0, 7);
  const { calendar } = await loadUptimeCalendar(ctx, { ...page, service_id: child, month });
  const between = calendar.months.find((shown) => shown.month === month);
  expect(between?.uptime).toBe(100);
  expect(between?.days.some(({ kind }) => kind === "unknown")).toBe(false);
});

test("what goes on, and what an operator says of a day, make a service known from then on", async ({
  database,
}) => {
  const { page, child, parent, grant, ctx } = await addedToday(database, [
    { severity: "minor", starts_at: `${ago(100)}T10:00:00`, ends_at: null },
  ]);
  const firstDays = async () => {
    const { by_id } = await readSnapshot(database, grant);
    return [child, parent].map((id) => by_id.get(id)?.first_day);
  };
  expect(await firstDays()).toEqual([ago(100), ago(100)]);
  const day = { ...page, service_id: child, day: ago(120) };
  await correctDay(ctx, day, { downtime_seconds: 60, ignore_checks: false, reason: "Of the log" });
  expect(await firstDays()).toEqual([ago(120), ago(120)]);
});
