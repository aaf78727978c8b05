import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { listPeriods, PARTITIONED, type Partitioned, rotatePartitions } from "#db/partitions.ts";
import { expect, test } from "#tests/support/test.ts";

const [METRIC_ENTRIES] = PARTITIONED;
const DAY_MS = 86_400_000;

/** The partition that each entry of a metric of our own lies in, by the entry's day. */
async function whereabouts(db: Db, metric: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ day: string; partition: string }>`
    select to_char(time, 'YYYY-MM-DD') as day, tableoid::regclass::text as partition
    from metric_entries where metric_id = ${metric}`.execute(db);
  return Object.fromEntries(rows.map(({ day, partition }) => [day, partition]));
}

async function insertEntry(db: Db, metric: number, time: Date): Promise<void> {
  await sql`insert into metric_entries (status_page_id, metric_id, time, value)
    values (1, ${metric}, ${time.toISOString()}, 1)`.execute(db);
}

const later = (days: number) => new Date(Date.now() + days * DAY_MS);
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const periodsOf = async (db: Db, plan: Partitioned) => (await listPeriods(db, plan)).map(String);

test("a row of a time that no partition covers is taken, and moves into its partition later", async ({
  database,
}) => {
  const metric = 9_000_001;
  const times = [later(60), later(61), later(200)];
  for (const time of times) await insertEntry(database, metric, time);
  expect(new Set(Object.values(await whereabouts(database, metric)))).toEqual(
    new Set(["metric_entries_default"]),
  );
  await rotatePartitions(database, later(59));
  const places = await whereabouts(database, metric);
  expect(places[dayOf(later(60))]).toMatch(/^metric_entries_\d{8}$/);
  expect(places[dayOf(later(61))]).toMatch(/^metric_entries_\d{8}$/);
  expect(places[dayOf(later(200))]).toBe("metric_entries_default");
});

test("rows stay as long as they are kept, and go with their partition or out of the default", async ({
  database,
}) => {
  const metric = 9_000_002;
  const [kept, past, never] = [later(400), later(380), later(-300)];
  for (const time of [kept, past, never]) await insertEntry(database, metric, time);
  await rotatePartitions(database, later(400));
  await rotatePartitions(database, later(400 + METRIC_ENTRIES.kept_days));
  expect(Object.keys(await whereabouts(database, metric))).toEqual([dayOf(kept)]);
});

test("two nodes that rotate at once make each partition once, and both succeed", async ({
  database,
}) => {
  const before = await periodsOf(database, METRIC_ENTRIES);
  const then = later(1_000);
  await Promise.all([rotatePartitions(database, then), rotatePartitions(database, then)]);
  const after = await periodsOf(database, METRIC_ENTRIES);
  expect(new Set(after).size).toBe(after.length);
  expect(after).not.toEqual(before);
});

test("rotation gives way to a long reader, loses nothing, and is made up for later", async ({
  database,
}) => {
  const metric = 9_000_003;
  const time = later(2_000);
  await database.transaction().execute(async (reader) => {
    await sql`select count(*) from metric_entries`.execute(reader);
    await expect(rotatePartitions(database, time)).rejects.toThrow(AggregateError);
    await insertEntry(database, metric, time);
  });
  await rotatePartitions(database, time);
  expect((await whereabouts(database, metric))[dayOf(time)]).toMatch(/^metric_entries_\d{8}$/);
});
