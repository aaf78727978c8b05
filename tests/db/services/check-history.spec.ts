import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { pruneCheckHours } from "#lib/services/check-history/prune-check-hours.ts";
import {
  type CheckDay,
  listCheckDays,
  rebuildCheckDays,
} from "#lib/services/check-history/queries.ts";
import { getCheckHistory, getResponseTimes } from "#lib/services/check-history/read.ts";
import { recountDays } from "#lib/services/uptime/recount-days.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { checker, everySoOften, type Said } from "#tests/support/db/check-results.ts";
import { expect, test } from "#tests/support/test.ts";

// Days of 23, 24, 25, 23.5 and 24.5 hours, zones off by parts of an hour, and leap days.
const ZONES: [zone: string, day: string][] = [
  ["Europe/Berlin", "2026-03-29"],
  ["Europe/Berlin", "2026-10-25"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["America/Havana", "2026-11-01"],
  ["Pacific/Chatham", "2026-04-05"],
  ["Asia/Kathmandu", "2024-02-29"],
  ["America/St_Johns", "2028-02-29"],
  ["Africa/Casablanca", "2026-02-15"],
];

async function checked(database: Db, time_zone = "Etc/UTC") {
  const { page, id } = await mintOrganization(database, { time_zone });
  const service = await mintService(database, page.id);
  const grant = await systemGrant(database, page.subdomain);
  const days = async (from = "2000-01-01", to = "2100-01-01") =>
    listCheckDays(database, grant, { service_ids: [service], from, to });
  return {
    page,
    organization_id: id,
    service,
    grant,
    days,
    write: checker(database, page.id, service),
  };
}

function dayIn(zone: string, { checked_at }: Said): string {
  return Temporal.Instant.from(checked_at).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** What days come to, computed without SQL. */
function naiveDays(said: readonly Said[], zone: string) {
  const byDay = Map.groupBy(said, (one) => dayIn(zone, one));
  return [...byDay].toSorted().map(([day, all]) => {
    const count = (outcome: string) => all.filter((one) => one.outcome === outcome).length;
    const times = all.flatMap((one) => (one.outcome === "up" ? (one.response_ms ?? []) : []));
    const [up, down, none] = [count("up"), count("down"), count("none")];
    const sum_ms = times.reduce((sum, time) => sum + time, 0);
    return { day, up, down, none, timed: times.length, sum_ms };
  });
}

const shortened = ({ day, up, down, none, timed, sum_ms }: CheckDay) => ({
  day,
  ...{ up, down, none, timed, sum_ms },
});

const outcome = fc.constantFrom("up" as const, "up" as const, "down" as const, "none" as const);

test("whatever results come in whatever batches, each counts once on the day of the page's zone: clock changes, leap days, zones off by half an hour", async ({
  database,
}) => {
  const property = fc.asyncProperty(
    fc.constantFrom(...ZONES),
    fc.array(
      fc.array(
        fc.record({
          seconds: fc.integer({ min: -100_000, max: 190_000 }),
          outcome,
          response_ms: fc.option(fc.integer({ min: 0, max: 20_000 })),
        }),
        { minLength: 1, maxLength: 20 },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    async ([zone, day], batches) => {
      const { write, days } = await checked(database, zone);
      const start = Date.parse(`${day}T00:00:00Z`);
      const said = batches.map((batch) =>
        batch.map(({ seconds, ...one }) => ({
          ...one,
          checked_at: new Date(start + seconds * 1_000 + 7).toISOString(),
        })),
      );
      for (const batch of said) await write(batch);
      expect((await days()).map(shortened)).toEqual(naiveDays(said.flat(), zone));
    },
  );
  await fc.assert(property, { numRuns: 40, seed: 1 });
});

test("hours and days of a zone come to the same, and to the raw results, with writers side by side", async ({
  database,
}) => {
  const { write, days, page } = await checked(database);
  const at = (minute: number) => Date.UTC(2026, 4, 1) / 1_000 + minute * 60;
  const batches = Array.from({ length: 20 }, (_, batch) =>
    everySoOften([at(batch * 60), at(batch * 60 + 120)], 60, (time) => ({
      outcome: time % 7 === 0 ? "down" : "up",
      response_ms: 50 + (time % 400),
    })),
  );
  await Promise.all(batches.map(write));
  const sums = sql`sum(up) as up, sum(down) as down, sum(timed) as timed, sum(sum_ms) as sum_ms`;
  const hours = await sql<object>`
    select ${sums} from check_hours where status_page_id = ${page.id}`.execute(database);
  const raw = await sql<object>`
    select count(*) filter (where outcome = 'up') as up,
      count(*) filter (where outcome = 'down') as down,
      count(*) filter (where outcome = 'up') as timed,
      sum(response_ms) filter (where outcome = 'up') as sum_ms
    from check_results where status_page_id = ${page.id}`.execute(database);
  expect(hours.rows).toEqual(raw.rows);
  const [first] = await days();
  expect(raw.rows[0]).toMatchObject({ up: first?.up, sum_ms: first?.sum_ms });
});

test("a page that moves to another zone has its days sorted anew, those of before the hours kept stay", async ({
  database,
}) => {
  const { write, days, page, grant, service, organization_id } = await checked(database);
  const from = Date.UTC(2026, 9, 20) / 1_000;
  const said = everySoOften([from, from + 10 * 86_400], 900, () => ({ outcome: "up" }));
  await write(said);
  const zone = "Europe/Berlin";
  await updateStatusPage(
    systemContext(database, "test"),
    { ...page, organization_id },
    parseInput(UpdateStatusPage, { time_zone: zone }),
  );
  await recountDays({ status_page_id: page.id });
  const [, ...whole] = naiveDays(said, zone);
  expect((await days()).slice(1).map(shortened)).toEqual(whole);
  await sql`delete from check_hours where service_id = ${service}
    and hour < '2026-10-25 00:00:00+00'`.execute(database);
  await database.transaction().execute((trx) => rebuildCheckDays(trx, grant, "America/New_York"));
  const after = (await days()).map(({ day }) => day);
  expect(after).toEqual(
    naiveDays(said, zone)
      .map(({ day }) => day)
      .slice(0, after.length),
  );
});

test("results of a service that is gone are left out, and what there was goes with it", async ({
  database,
}) => {
  const { write, days, service, page } = await checked(database);
  const other = await mintService(database, page.id);
  const said: Said[] = [{ checked_at: "2026-05-01T10:00:00.000Z", outcome: "up", response_ms: 5 }];
  await write(said);
  expect(await days()).toHaveLength(1);
  await database.deleteFrom("services").where("id", "=", service).execute();
  await write([
    ...said,
    { ...said[0], checked_at: said[0]?.checked_at ?? "", outcome: "up", service_id: other },
  ]);
  expect(await days()).toEqual([]);
  const { rows } = await sql<{ service_id: number }>`
    select service_id from check_hours where status_page_id = ${page.id}`.execute(database);
  expect(rows).toEqual([{ service_id: other }]);
});

test("hours are kept for a hundred days, days for good", async ({ database }) => {
  const { write, days, page } = await checked(database);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await write([200, 101, 99].map((count) => ({ checked_at: ago(count), outcome: "up" as const })));
  await pruneCheckHours();
  const { rows } = await sql`
    select hour from check_hours where status_page_id = ${page.id}`.execute(database);
  expect([rows.length, (await days()).length]).toEqual([1, 3]);
});

test("however many hours are too old, all of them go", async ({ database }) => {
  const { page, service } = await checked(database);
  await sql`
    insert into check_hours (status_page_id, service_id, hour, up, down, none, timed, sum_ms,
      histogram)
    select ${page.id}, ${service}, '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 hour',
      1, 0, 0, 0, 0, '{}' from generate_series(1, 20001) as n`.execute(database);
  await pruneCheckHours();
  const { rows } = await sql`
    select hour from check_hours where status_page_id = ${page.id}`.execute(database);
  expect(rows).toEqual([]);
});

test("a history of days counts those of the page's zone up to today, and times up to now", async ({
  database,
}) => {
  const { write, service, page } = await checked(database, "Asia/Kathmandu");
  const today = Temporal.Now.zonedDateTimeISO("Asia/Kathmandu").startOfDay();
  const at = (days: number, response_ms: number): Said => ({
    checked_at: today.subtract({ days }).add({ seconds: 1 }).toInstant().toString(),
    outcome: "up",
    response_ms,
  });
  await write([at(0, 10), at(1, 20), at(2, 60)]);
  const ctx = systemContext(database, "test");
  const target = { subdomain: page.subdomain, service_id: service };
  const counted = async (days: number) => {
    const asked = { days, step_seconds: 3_600 };
    const { counts, to, ...times } = await getCheckHistory(ctx, target, asked);
    expect(Math.abs(to - Date.now() / 1_000)).toBeLessThan(5);
    return { up: counts.up, ...times };
  };
  expect((await counted(1)).up).toBe(1);
  expect((await counted(2)).up).toBe(2);
  const { up, points, mean } = await counted(5);
  expect({ up, mean, values: points.map(({ value, count }) => [value, count]) }).toEqual({
    ...{ up: 3, mean: 30 },
    values: [60, 20, 10].map((value) => [value, 1]),
  });
});

test("a service that was never timed has neither a mean nor a percentile", async ({ database }) => {
  const { service, grant } = await checked(database);
  const asked = { service_id: service, from: 0, to: 86_400, step_seconds: 3_600 };
  expect(await getResponseTimes(database, grant, asked)).toEqual({
    ...{ points: [], mean: null, p95: null },
  });
});

test("how response times are spread is right over a day and over a quarter", async ({
  database,
}) => {
  const { write, service, grant } = await checked(database, "Asia/Kathmandu");
  const end = Date.parse("2026-06-01T00:00:00Z");
  const at = (day: number, minute: number) =>
    new Date(end - day * 86_400_000 + minute * 60_000).toISOString();
  for (const day of [1, 30, 60, 89])
    await write(
      Array.from({ length: 100 }, (_, n) => ({
        checked_at: at(day, 10 * n),
        outcome: "up" as const,
        response_ms: (n + 1) * (day === 1 ? 10 : 1),
      })),
    );
  const over = async (days: number) => {
    const [from, to] = [end / 1_000 - days * 86_400, end / 1_000];
    const asked = { service_id: service, from, to, step_seconds: 86_400 };
    return (await getResponseTimes(database, grant, asked)).p95 ?? 0;
  };
  expect(Math.abs((await over(1)) / 950 - 1)).toBeLessThan(0.15);
  // Of 400 the 20 slowest: all of them on the last day.
  expect(Math.abs((await over(90)) / 800 - 1)).toBeLessThan(0.15);
});
