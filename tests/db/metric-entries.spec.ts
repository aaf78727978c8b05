import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { shiftClock } from "#lib/clock.ts";
import { AppError } from "#lib/errors.ts";
import { readCharts } from "#lib/metrics/charts.ts";
import { pruneMetricHours } from "#lib/metrics/entries/prune-metric-hours.ts";
import { readPoints } from "#lib/metrics/entries/read.ts";
import type { Entry, Point, Resolution } from "#lib/metrics/entries/schema.ts";
import { keptFrom } from "#lib/metrics/entries/times.ts";
import { rotatePartitions } from "#lib/partitions/rotate-partitions.ts";
import { systemGrant, visitorGrant } from "#tests/support/incidents.ts";
import {
  DAY,
  HOUR,
  type MetricOptions,
  mintMetric,
  naivePoints,
  recorder,
  unixNow,
} from "#tests/support/metrics.ts";
import { type MintedPage, mintOrganization } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const WEEK = 7 * DAY;

test.afterEach(() => shiftClock(0));

/** Keeps the test away from the boundaries of hours and days. @returns by how much it moved time */
function moveToNoon(): number {
  const now = unixNow();
  const shift_ms = (Math.floor(now / DAY) * DAY + 12.5 * HOUR - now) * 1_000;
  shiftClock(shift_ms);
  return shift_ms;
}

async function metric(db: Db, minted?: MintedPage) {
  const page = minted ?? (await mintOrganization(db)).page;
  const id = await mintMetric(db, page.id);
  const grant = await systemGrant(db, page.subdomain);
  const points = (resolution: Resolution, from: number, to: number) =>
    readPoints(db, grant, id, { from, to, resolution }).then(({ entries }) => entries);
  return { id, page, points, record: recorder(db, page.subdomain, id) };
}

// Values whose sums are exact in whatever order they are added.
const value = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.constantFrom(0, 0.5, -0.25, 1e12),
);

test("whatever is recorded and replaced in whatever order, hours and days are what the raw entries come to", async ({
  database,
}) => {
  const start = Math.floor(unixNow() / DAY) * DAY - 2 * WEEK;
  const time = fc.oneof(
    fc.integer({ min: 0, max: 3 * HOUR }),
    fc.integer({ min: 0, max: 10 * DAY }),
    fc.integer({ min: 0, max: 10 * 24 }).map((hours) => hours * HOUR),
  );
  const batch = fc.array(fc.record({ time: time.map((offset) => start + offset), value }), {
    minLength: 1,
    maxLength: 30,
  });
  const { page } = await mintOrganization(database);
  const property = fc.asyncProperty(
    fc.array(batch, { minLength: 1, maxLength: 5 }),
    async (batches) => {
      const { points, record } = await metric(database, page);
      for (const entries of batches) await record(entries);
      const all = batches.flat();
      const span = [start, start + 11 * DAY] as const;
      expect(await points("hour", ...span)).toEqual(naivePoints(all, HOUR));
      expect(await points("day", ...span)).toEqual(naivePoints(all, DAY));
      expect(await points("minute", start, start + 6 * DAY)).toEqual(
        naivePoints(
          all.filter((entry) => entry.time < start + 6 * DAY),
          60,
        ),
      );
    },
  );
  await fc.assert(property, { numRuns: 25, seed: 1 });
});

test("the same time again replaces the value, within a request too", async ({ database }) => {
  const { points, record } = await metric(database);
  const time = unixNow() - 60;
  await record([{ time, value: 5 }]);
  await record([
    { time, value: 7 },
    { time, value: 9 },
  ]);
  const point = { value: 9, count: 1, min: 9, max: 9, last: 9 };
  expect(await points("raw", time, time + 1)).toEqual([{ time, ...point }]);
  expect(await points("hour", time, time + 1)).toEqual([
    { time: Math.floor(time / HOUR) * HOUR, ...point },
  ]);
});

test("two writers on one metric lose nothing, whatever they replace of each other's", async ({
  database,
}) => {
  const { id, points, record } = await metric(database);
  const start = Math.floor(unixNow() / DAY) * DAY - 3 * DAY;
  const entries = (writer: number, batch: number): Entry[] =>
    Array.from({ length: 50 }, (_, index) => ({
      time: start + (index * 4 + ((batch + writer) % 5)) * 120,
      value: writer * 1_000 + batch,
    }));
  const write = async (writer: number) => {
    for (let batch = 0; batch < 8; batch++) await record(entries(writer, batch));
  };
  await Promise.all([write(1), write(2), write(3)]);
  const raw = await points("raw", start, start + DAY);
  expect(raw.length).toBe(
    new Set(
      [1, 2, 3].flatMap((w) =>
        [0, 1, 2, 3, 4].flatMap((b) => entries(w, b).map(({ time }) => time)),
      ),
    ).size,
  );
  expect(await points("hour", start, start + DAY)).toEqual(naivePoints(raw, HOUR));
  expect(await points("day", start, start + DAY)).toEqual(naivePoints(raw, DAY));
  const { latest } = await database
    .selectFrom("metrics")
    .select(sql<number>`extract(epoch from latest_entry_at)::bigint`.as("latest"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(latest).toBe(raw.at(-1)?.time);
});

test("entries on both sides of a partition's boundary are kept, and first writers of a new week do not trip over each other", async ({
  database,
}) => {
  const boundary = Math.floor(unixNow() / WEEK) * WEEK - 6 * WEEK;
  const entries = [-1, 0, 1].map((offset) => ({ time: boundary + offset, value: offset }));
  const metrics = await Promise.all([metric(database), metric(database), metric(database)]);
  await Promise.all(metrics.map(({ record }) => record(entries)));
  for (const { points } of metrics) {
    expect(
      (await points("raw", boundary - 1, boundary + 2)).map(({ time, value }) => ({ time, value })),
    ).toEqual(entries);
    expect(await points("hour", boundary - 1, boundary + 2)).toEqual(naivePoints(entries, HOUR));
  }
});

test("entries of the future are refused, and nothing of their request is kept", async ({
  database,
}) => {
  const { points, record } = await metric(database);
  const now = unixNow();
  const good = { time: now, value: 1 };
  const refused = (entries: Entry[]) =>
    record(entries).then(
      () => null,
      (error) => (error instanceof AppError ? Object.keys(error.fields) : error),
    );
  expect(await refused([{ time: now + HOUR + 60, value: 1 }, good])).toEqual(["entries.0.time"]);
  expect(await points("raw", now - DAY, now + HOUR)).toEqual([]);
  await record([{ time: now + HOUR - 60, value: 1 }]);
});

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
      const from = keptFrom(now);
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
  const hour = keptFrom(unixNow()).raw + 2 * HOUR;
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
    const { entries, meta } = await readPoints(database, grant, id, { from: day, to: day + DAY });
    expect([meta.resolution, entries.map((point) => point.value)]).toEqual([resolution, [days]]);
  }
});

test("latest_entry_time is the newest entry's, whatever is recorded late", async ({ database }) => {
  const { id, record } = await metric(database);
  const now = unixNow();
  const latest = () =>
    database
      .selectFrom("metrics")
      .select(sql<number>`extract(epoch from latest_entry_at)::bigint`.as("time"))
      .where("id", "=", id)
      .executeTakeFirst();
  expect(await latest()).toEqual({ time: null });
  await record([{ time: now - 60, value: 1 }]);
  await record([{ time: now - 6_000, value: 1 }]);
  expect(await latest()).toEqual({ time: now - 60 });
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

test("visitors see the charts of visible, enabled metrics, in order, each with its featured number", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const now = unixNow();
  const mint = async (title: string, options: MetricOptions) => {
    const id = await mintMetric(database, page.id, {
      title,
      enabled: true,
      visible: true,
      ...options,
    });
    const entries = [4, 12, 2].map((value, index) => ({ time: now - 60 + index, value }));
    await recorder(database, page.subdomain, id)(entries);
  };
  await mint("last", { featured_number: "last" });
  await mint("hidden", { visible: false });
  await mint("off", { enabled: false });
  await mint("avg", {});
  await mint("max", { featured_number: "max" });
  const grant = await visitorGrant(database, page.subdomain);
  const charts = await readCharts(database, grant, {}, 10);
  expect(
    charts.map(({ metric, featured, points }) => [metric.title, featured, points.entries.length]),
  ).toEqual([
    ["last", 2, 3],
    ["avg", 6, 3],
    ["max", 12, 3],
  ]);
  const few = await readCharts(database, grant, {}, 2);
  expect(few.map(({ metric }) => metric)).toEqual(charts.slice(0, 2).map(({ metric }) => metric));
});
