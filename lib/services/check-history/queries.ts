import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import { adjacentDay, dayOf, later, toWire } from "#lib/platform/clock.ts";
import type { Sums } from "#lib/services/check-history/sums.ts";
import { calendar, localDay } from "#lib/services/uptime/calendar.queries.ts";

export type CheckResult = {
  status_page_id: number;
  service_id: number;
  /** ISO 8601 with milliseconds. */
  checked_at: string;
  outcome: "up" | "down" | "none";
  reason: string | null;
  status: number | null;
  response_ms: number | null;
};

const COLUMNS = sql`up, down, none, timed, sum_ms, min_ms, max_ms, histogram`;
const TIME = sql`case when outcome = 'up' then response_ms end`;
const SUMMED = sql`
  count(*) filter (where outcome = 'up'), count(*) filter (where outcome = 'down'),
  count(*) filter (where outcome = 'none'), count(${TIME}), coalesce(sum(${TIME}), 0),
  min(${TIME}), max(${TIME}),
  check_histogram(array_agg(response_ms)
    filter (where outcome = 'up' and response_ms is not null))`;

const ADDED = sql`
  up = known.up + excluded.up, down = known.down + excluded.down,
  none = known.none + excluded.none, timed = known.timed + excluded.timed,
  sum_ms = known.sum_ms + excluded.sum_ms, min_ms = least(known.min_ms, excluded.min_ms),
  max_ms = greatest(known.max_ms, excluded.max_ms),
  histogram = add_histograms(known.histogram, excluded.histogram)`;

type DatedResult = CheckResult & { day: string };

function given(results: readonly DatedResult[]): RawBuilder<unknown> {
  const column = <K extends keyof DatedResult>(name: K) => results.map((result) => result[name]);
  return sql`
    unnest(${column("status_page_id")}::bigint[], ${column("service_id")}::bigint[],
      ${column("checked_at")}::timestamptz[], ${column("outcome")}::text[],
      ${column("reason")}::text[], ${column("status")}::smallint[],
      ${column("response_ms")}::integer[], ${column("day")}::date[]
    ) as given
      (status_page_id, service_id, checked_at, outcome, reason, status, response_ms, day)`;
}

/** With their days in the zones of their pages; results of deleted pages are dropped. */
async function withDays(db: Db, results: readonly CheckResult[]): Promise<DatedResult[]> {
  const ids = [...new Set(results.map(({ status_page_id }) => status_page_id))];
  const pages = db.selectFrom("status_pages").select(["id", "time_zone"]).where("id", "in", ids);
  const zones = new Map((await pages.execute()).map(({ id, time_zone }) => [id, time_zone]));
  return results.flatMap((result) => {
    const zone = zones.get(result.status_page_id);
    // By the minute: days begin on full minutes, and days are remembered by their times.
    const minute = `${result.checked_at.slice(0, 16)}:00`;
    return zone === undefined ? [] : [{ ...result, day: dayOf(minute, zone) }];
  });
}

/**
 * Inserts results and adds them to their hour and to their day in the page's zone, however late
 * they arrive. Results of deleted services, and of pages that are being moved, are dropped.
 */
export async function insertResults(
  db: Db,
  _grant: ProgramGrant,
  results: readonly CheckResult[],
): Promise<void> {
  if (results.length === 0) return;
  const dated = await withDays(db, results);
  // Sorted, so that concurrent writers lock rows in the same order.
  await sql`
    with results as materialized (
      select given.* from ${given(dated)}
      join services on services.status_page_id = given.status_page_id
        and services.id = given.service_id
      where ${isAtHome("given.status_page_id")}
    ),
    raw as (
      insert into check_results
        (status_page_id, service_id, checked_at, outcome, reason, status, response_ms)
      select status_page_id, service_id, checked_at, outcome, reason, status, response_ms
      from results
    ),
    hours as (
      insert into check_hours as known (status_page_id, service_id, hour, ${COLUMNS})
      select status_page_id, service_id, date_trunc('hour', checked_at), ${SUMMED}
      from results group by 1, 2, 3 order by 1, 2, 3
      on conflict (status_page_id, service_id, hour) do update set ${ADDED}
    )
    insert into check_days as known (status_page_id, service_id, day, ${COLUMNS})
    select status_page_id, service_id, day, ${SUMMED} from results
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (status_page_id, service_id, day) do update set ${ADDED}`.execute(db);
}

const HALF_HOUR_S = 1_800;

/**
 * Redistributes hours into the days of a new zone. Days older than the hours stay. An hour across
 * midnight (half-hour zones) belongs to the day with most of it.
 */
export async function rebuildCheckDays(
  trx: Trx,
  { status_page_id: page }: PageGrant,
  zone: string,
): Promise<void> {
  const hours = trx
    .selectFrom("check_hours")
    .select(({ fn }) => [fn.min("hour").as("from"), fn.max("hour").as("to")])
    .where("status_page_id", "=", page);
  const { from, to } = await hours.executeTakeFirstOrThrow();
  if (from === null || to === null) return;
  const dayOfHour = (hour: string) => dayOf(later(hour, HALF_HOUR_S), zone);
  const first = adjacentDay(dayOfHour(from), 1);
  await sql`delete from check_days where status_page_id = ${page} and day >= ${first}`.execute(trx);
  const day = localDay(sql`hour + ${HALF_HOUR_S} * interval '1 second'`);
  await sql`
    with ${calendar({ first, last: dayOfHour(to), zone })},
    hours as (select check_hours.*, ${day} as day from check_hours where status_page_id = ${page})
    insert into check_days (status_page_id, service_id, day, ${COLUMNS})
    select status_page_id, service_id, day, sum(up), sum(down), sum(none), sum(timed),
      sum(sum_ms), min(min_ms), max(max_ms), sum_histograms(histogram order by hour)
    from hours where day >= ${first}
    group by 1, 2, 3
    on conflict do nothing`.execute(trx);
}

/** Small batches keep locks short. */
const PRUNE_BATCH = 10_000;

/** @returns whether there may be more */
export async function deleteHoursBefore(
  db: Db,
  _grant: ProgramGrant,
  time: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from check_hours where ctid = any(array(
      select ctid from check_hours where hour < ${time}::timestamptz limit ${sql.lit(PRUNE_BATCH)}
    ))`.execute(db);
  return Number(numAffectedRows) === PRUNE_BATCH;
}

/** `day`: `YYYY-MM-DD` in the page's zone. */
export type CheckDay = Sums & { service_id: number; day: string };

type Days = { service_ids: readonly number[]; from: string; to: string };

/** Sorted by service and day; both ends are included. */
export async function listCheckDays(
  db: Db,
  { status_page_id: page }: PageGrant,
  { service_ids, from, to }: Days,
): Promise<CheckDay[]> {
  if (service_ids.length === 0) return [];
  const { rows } = await sql<CheckDay>`
    select service_id, day, up, down, none, timed, sum_ms, min_ms, max_ms from check_days
    where status_page_id = ${page} and service_id = any(${service_ids}::bigint[])
      and day between ${from} and ${to}
    order by service_id, day`.execute(db);
  return rows;
}

/** Response times of one step; `time`: its first hour, Unix seconds. */
export type Step = { time: number; timed: number; sum_ms: number; min_ms: number; max_ms: number };

/** Unix seconds. */
type Hours = { service_id: number; from: number; to: number };

/** In steps from `from`; empty steps are omitted. */
export async function listResponseTimeSteps(
  db: Db,
  { status_page_id: page }: PageGrant,
  { service_id, from, to, step_seconds }: Hours & { step_seconds: number },
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select extract(epoch from min(hour))::bigint as time, sum(timed) as timed,
      sum(sum_ms) as sum_ms, min(min_ms) as min_ms, max(max_ms) as max_ms
    from check_hours
    where status_page_id = ${page} and service_id = ${service_id} and timed > 0
      and hour >= to_timestamp(${from}) and hour < to_timestamp(${to})
    group by floor((extract(epoch from hour) - ${from}) / ${step_seconds})
    order by time`.execute(db);
  return rows;
}

// Hours would be hundreds of rows.
const DAYS_FROM_S = 7 * 86_400;

/** By hour up to a week, by day beyond. */
export async function listHistograms(
  db: Db,
  { status_page_id: page, time_zone }: PageGrant,
  { service_id, from, to }: Hours,
): Promise<number[][]> {
  const day = (time: number) => dayOf(toWire(new Date(time * 1_000)), time_zone);
  const { rows } = await (to - from > DAYS_FROM_S
    ? sql<{ histogram: number[] }>`
        select histogram from check_days
        where status_page_id = ${page} and service_id = ${service_id} and timed > 0
          and day between ${day(from)} and ${day(to)}`
    : sql<{ histogram: number[] }>`
        select histogram from check_hours
        where status_page_id = ${page} and service_id = ${service_id} and timed > 0
          and hour >= to_timestamp(${from}) and hour < to_timestamp(${to})`
  ).execute(db);
  return rows.map(({ histogram }) => histogram);
}

/** `time`: Unix seconds. */
export type Measurement = { time: number; outcome: "up" | "down"; response_ms: number | null };

type Since = { service_id: number; from: string; to: string; limit: number };

/** Oldest first; checks without a result are omitted. */
export async function listMeasurements(
  db: Db,
  { status_page_id: page }: PageGrant,
  { service_id, from, to, limit }: Since,
): Promise<Measurement[]> {
  const { rows } = await sql<Measurement>`
    select floor(extract(epoch from checked_at))::bigint as time, outcome, response_ms
    from check_results
    where status_page_id = ${page} and service_id = ${service_id} and outcome <> 'none'
      and checked_at >= ${from}::timestamptz and checked_at < ${to}::timestamptz
    order by checked_at limit ${limit}`.execute(db);
  return rows;
}
