import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { env } from "#lib/platform/config/env.ts";

type Period = "day" | "week" | "month";

/** Partitioned by ranges of a time; each partition has the rows of one period. */
export type Partitioned = {
  table: string;
  column: string;
  period: Period;
  /** Whole periods are dropped once all their rows are older. */
  kept_days: number;
};

/** A new table is a line here and a migration that creates it with its default. */
export const PARTITIONED = [
  { table: "metric_entries", column: "time", period: "week", kept_days: 101 },
  // As long as the ledger keeps its recipients.
  { table: "events", column: "inserted_at", period: "week", kept_days: 90 },
  { table: "notifications", column: "inserted_at", period: "week", kept_days: 90 },
  {
    table: "check_results",
    column: "checked_at",
    period: "day",
    get kept_days() {
      return env().CHECK_RESULT_DAYS;
    },
  },
] as const satisfies readonly Partitioned[];

/** The job may fail this often before rows go to the default. */
const AHEAD = 3;
const LOCK_TIMEOUT = "2s";

type Day = Temporal.PlainDate;
const EPOCH = Temporal.PlainDate.from("1970-01-01");

/** Weeks are counted from the epoch. */
export function periodStart(day: Day, period: Period): Day {
  if (period === "day") return day;
  if (period === "month") return day.with({ day: 1 });
  const days = EPOCH.until(day).days;
  return EPOCH.add({ days: Math.floor(days / 7) * 7 });
}

function nextPeriod(start: Day, period: Period): Day {
  return start.add({ [`${period}s`]: 1 });
}

/** First days of all periods to keep, and some ahead. */
export function periodsToKeep({ period, kept_days }: Partitioned, today: Day): Day[] {
  const starts: Day[] = [];
  let start = periodStart(today.subtract({ days: kept_days }), period);
  let ahead = 0;
  while (ahead < AHEAD) {
    starts.push(start);
    if (Temporal.PlainDate.compare(start, today) > 0) ahead += 1;
    start = nextPeriod(start, period);
  }
  return starts;
}

function nameOf({ table }: Partitioned, start: Day): string {
  return `${table}_${start.toString().replaceAll("-", "")}`;
}

export async function listPeriods(db: Db, { table }: Partitioned): Promise<Day[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass order by relname`.execute(db);
  const days = rows.flatMap(({ name }) => /_(\d{8})$/.exec(name)?.[1] ?? []);
  return days.map((day) => Temporal.PlainDate.from(day));
}

/** Gives up when others hold the table. */
async function alter({ table }: Partitioned, db: Db, statements: string): Promise<void> {
  await sql
    .raw(
      `do $$ begin
        perform set_config('lock_timeout', '${LOCK_TIMEOUT}', true);
        perform pg_advisory_xact_lock(hashtext('allclear.partitions.${table}'));
        ${statements}
      end $$`,
    )
    .execute(db);
}

/**
 * Moves rows from the default. Attaching, unlike creating in place, does not block other periods.
 */
async function addPeriod(db: Db, plan: Partitioned, start: Day): Promise<void> {
  const { table, column, period } = plan;
  const name = nameOf(plan, start);
  const [from, to] = [start, nextPeriod(start, period)].map((day) => `'${day} 00:00:00+00'`);
  const within = `${column} >= ${from} and ${column} < ${to}`;
  await alter(
    plan,
    db,
    `if to_regclass('${name}') is null then
      create table ${name} (like ${table} including all);
      alter table ${name} add constraint within check (${within});
      lock table ${table}_default in access exclusive mode;
      with moved as (delete from ${table}_default where ${within} returning *)
      insert into ${name} select * from moved;
      alter table ${table} attach partition ${name} for values from (${from}) to (${to});
      alter table ${name} drop constraint within;
    end if;`,
  );
}

async function dropPeriod(db: Db, plan: Partitioned, start: Day): Promise<void> {
  await alter(plan, db, `drop table if exists ${nameOf(plan, start)};`);
}

async function rotateTable(db: Db, plan: Partitioned, today: Day): Promise<void> {
  const there = new Set((await listPeriods(db, plan)).map(String));
  const wanted = periodsToKeep(plan, today);
  for (const start of wanted) if (!there.has(String(start))) await addPeriod(db, plan, start);
  const [oldest = today] = wanted;
  for (const start of there) {
    const day = Temporal.PlainDate.from(start);
    if (Temporal.PlainDate.compare(day, oldest) < 0) await dropPeriod(db, plan, day);
  }
  await sql`
    delete from ${sql.table(`${plan.table}_default`)}
    where ${sql.ref(plan.column)} < ${`${oldest} 00:00:00+00`}::timestamptz`.execute(db);
}

/**
 * Creates partitions ahead and drops old ones. Rows without a partition lie in `<table>_default`,
 * so no request waits for DDL. A table that others hold is left for the next run.
 */
export async function rotatePartitions(db: Db, now: Date): Promise<void> {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10));
  const failures: unknown[] = [];
  for (const plan of PARTITIONED) {
    try {
      await rotateTable(db, plan, today);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "partitions were not all rotated");
}
