import fc from "fast-check";
import { sql } from "kysely";
import { shiftClock } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { listCharts } from "#lib/services/metric-entries/read.ts";
import type { Entry } from "#lib/services/metric-entries/schema.ts";
import { visitorGrant } from "#tests/support/data/incidents.ts";
import {
  DAY,
  HOUR,
  type MetricOptions,
  mintMetric,
  naivePoints,
  recorder,
  unixNow,
} from "#tests/support/data/metrics.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { metric, value } from "#tests/support/db/metric-rows.ts";
import { expect, test } from "#tests/support/test.ts";

const WEEK = 7 * DAY;

test.afterEach(() => shiftClock(0));

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
  const charts = await listCharts(database, grant, {}, 10);
  expect(
    charts.map(({ metric, featured, points }) => [metric.title, featured, points.entries.length]),
  ).toEqual([
    ["last", 2, 3],
    ["avg", 6, 3],
    ["max", 12, 3],
  ]);
  const few = await listCharts(database, grant, {}, 2);
  expect(few.map(({ metric }) => metric)).toEqual(charts.slice(0, 2).map(({ metric }) => metric));
});
