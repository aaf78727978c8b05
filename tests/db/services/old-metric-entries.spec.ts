import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { rotatePartitions } from "#lib/core/transaction/rotate-partitions.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { pruneMetricHours } from "#lib/services/metric-entries/prune-metric-hours.ts";
import { loadPoints } from "#lib/services/metric-entries/read.ts";
import { retainedFrom } from "#lib/services/metric-entries/rules.ts";
import type { Entry, Point } from "#lib/services/metric-entries/schema.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { DAY, HOUR, naivePoints, unixNow } from "#tests/support/data/metrics.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { metric, value } from "#tests/support/db/metric-rows.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

/** Keeps the test away from the boundaries of hours and days. @returns by how much it moved time */
function moveToNoon(): number {
  const now = unixNow();
  const shift_ms = (Math.floor(now / DAY) * DAY + 12.5 * HOUR - now) * 1_000;
  shiftClock(shift_ms);
  return shift_ms;
}

async function rawTimes(db: Db, metricId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("metric_entries")
    .select(sql<number>`extract(epoch from time)::bigint`.as("time"))
    .where("metric_id", "=", metricId)
    .orderBy("time")
    .execute();
  return rows.map(({ time }) => time);
}

test("entries of any age are recorded: what is older than raw ones counts in hours, then in days alone", async ({
  database,
}) => {
  moveToNoon();
  const age = fc.oneof(
    fc.integer({ min: 0, max: 800 * DAY }),
    fc.integer({ min: 99 * DAY, max: 101 * DAY }),
    fc.integer({ min: 399 * DAY, max: 402 * DAY }),
    fc.constantFrom(100 * DAY, 400 * DAY, 9_000 * DAY),
  );
  const batch = fc.array(fc.record({ age, value }), { minLength: 1, maxLength: 30 });
  const { page } = await mintOrganization(database);
  const property = fc.asyncProperty(
    fc.array(batch, { minLength: 1, maxLength: 3 }),
    async (batches) => {
      const { id, points, record } = await metric(database, page);
      const now = unixNow();
      const all = new Map<number, Entry>();
      for (const entries of batches) {
        const fresh = entries
          .map((entry) => ({ time: now - entry.age, value: entry.value }))
          .filter(({ time }) => !all.has(time));
        if (fresh.length > 0) await record(fresh);
        for (const entry of fresh) all.set(entry.time, entry);
      }
      const from = retainedFrom(now);
      const added = [...all.values()];
      const withoutLast = (list: Point[]) => list.map(({ last, ...point }) => point);
      const recent = added.filter(({ time }) => time >= from.hours);
      const raw = added.filter(({ time }) => time >= from.raw).map(({ time }) => time);
      expect(await rawTimes(database, id)).toEqual(raw.sort((a, b) => a - b));
      expect(withoutLast(await points("hour", from.hours, now + 1))).toEqual(
        withoutLast(naivePoints(recent, HOUR)),
      );
      expect(withoutLast(await points("day", now - 9_900 * DAY, now + 1))).toEqual(
        withoutLast(naivePoints(added, DAY)),
      );
    },
  );
  await fc.assert(property, { numRuns: 25, seed: 1 });
});

test("an hour and a day that grow old lose nothing when more comes for them", async ({
  database,
}) => {
  const shift_ms = moveToNoon();
  const { points, record } = await metric(database);
  const hour = retainedFrom(unixNow()).raw + 2 * HOUR;
  const noon = Math.floor(hour / DAY) * DAY;
  const counts = async () => {
    const hours = await points("hour", hour, hour + HOUR);
    const [day] = await points("day", noon, noon + 1);
    return { hour: hours[0]?.count, day: day?.count };
  };
  const entry = (time: number): Entry => ({ time, value: 1 });
  await record([entry(hour), entry(hour + 1)]);
  shiftClock(shift_ms + 4 * HOUR * 1_000);
  await record([entry(hour + 2)]);
  expect(await counts()).toEqual({ hour: 3, day: 3 });
  shiftClock(shift_ms + 301 * DAY * 1_000);
  await record([entry(hour + 3)]);
  await pruneMetricHours();
  await record([entry(hour + 4)]);
  expect((await counts()).day).toBe(5);
});

test("a chart of a time whose entries are gone is drawn from what is kept of it", async ({
  database,
}) => {
  moveToNoon();
  const { id, page, record } = await metric(database);
  const now = unixNow();
  const grant = await systemGrant(database, page.subdomain);
  for (const [days, resolution] of [
    [50, "raw"],
    [150, "hour"],
    [500, "day"],
  ] as const) {
    const time = now - days * DAY;
    await record([{ time, value: days }]);
    const day = Math.floor(time / DAY) * DAY;
    const { entries, meta } = await loadPoints(database, grant, id, { from: day, to: day + DAY });
    expect([meta.resolution, entries.map((point) => point.value)]).toEqual([resolution, [days]]);
  }
});

test("raw entries go after a hundred days; their hours and days stay", async ({ database }) => {
  const { points, record } = await metric(database);
  const time = unixNow() - 90 * DAY;
  await record([{ time, value: 3 }]);
  await rotatePartitions();
  expect(await points("raw", time, time + 1)).toHaveLength(1);
  shiftClock(20 * DAY * 1_000);
  await rotatePartitions();
  expect(await points("raw", time, time + 1)).toEqual([]);
  expect(await points("hour", time, time + 1)).toHaveLength(1);
  expect(await points("day", time, time + 1)).toHaveLength(1);
});

test("hours go a day after they are no longer read; days stay", async ({ database }) => {
  const shift_ms = moveToNoon();
  const { points, record } = await metric(database);
  const { hours } = retainedFrom(unixNow());
  const old = [hours - DAY - HOUR, hours - DAY, hours - HOUR, hours].map((time) => time + 1);
  shiftClock(shift_ms - 10 * DAY * 1_000);
  await record(old.map((time) => ({ time, value: 1 })));
  shiftClock(shift_ms);
  await pruneMetricHours();
  const times = (await points("hour", hours - 3 * DAY, hours + DAY)).map(({ time }) => time);
  expect(times).toEqual([hours - DAY, hours - HOUR, hours]);
  expect(await points("day", hours - 3 * DAY, hours + DAY)).toHaveLength(3);
});

test("a deleted page leaves nothing of its metrics behind", async ({ database }) => {
  const { page, record } = await metric(database);
  const other = await metric(database);
  const now = unixNow();
  await record([{ time: now, value: 1 }]);
  await other.record([{ time: now, value: 1 }]);
  await database.deleteFrom("status_pages").where("id", "=", page.id).execute();
  for (const table of ["metrics", "metric_entries", "metric_hours", "metric_days"] as const) {
    const count = (id: number) =>
      database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("rows"))
        .where("status_page_id", "=", id)
        .executeTakeFirst();
    expect(await count(page.id), table).toEqual({ rows: 0 });
    expect(await count(other.page.id), table).toEqual({ rows: 1 });
  }
});
