import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { HOUR_SECONDS, STEP_SECONDS, spansOf } from "#lib/services/metric-entries/rules.ts";
import type { Entry, Point, Resolution } from "#lib/services/metric-entries/schema.ts";

/**
 * Writes entries; an entry with a known time replaces its value. Locks the metric until the
 * transaction ends, so that recomputing its hours sees exactly the committed entries.
 * @throws {AppError} `not_found`
 */
export async function upsertEntries(
  trx: Trx,
  grant: PageGrant,
  metricId: number,
  entries: Entry[],
): Promise<void> {
  const times = entries.map(({ time }) => time);
  const latest = times.reduce((one, other) => Math.max(one, other));
  const { numAffectedRows } = await sql`
    with metric as (
      update metrics set latest_entry_at = greatest(latest_entry_at, to_timestamp(${latest}))
      where status_page_id = ${grant.status_page_id} and id = ${metricId}
      returning status_page_id, id
    )
    insert into metric_entries (status_page_id, metric_id, time, value)
    select metric.status_page_id, metric.id, to_timestamp(entry.time), entry.value
    from metric, unnest(
      ${times}::bigint[], ${entries.map(({ value }) => value)}::double precision[]
    ) as entry (time, value)
    on conflict (status_page_id, metric_id, time) do update set value = excluded.value`.execute(
    trx,
  );
  if (!numAffectedRows) throw notFound();
}

/** For entries too old to be stored. Locks the metric like `upsertEntries`. */
export async function recordLatestEntry(
  trx: Trx,
  grant: PageGrant,
  metricId: number,
  latest: number,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update metrics set latest_entry_at = greatest(latest_entry_at, to_timestamp(${latest}))
    where status_page_id = ${grant.status_page_id} and id = ${metricId}`.execute(trx);
  if (!numAffectedRows) throw notFound();
}

const REPLACED = sql`count = excluded.count, sum = excluded.sum, min = excluded.min, max = excluded.max, last = excluded.last`;

type Rollup = { table: "metric_hours" | "metric_days"; start: "hour" | "day"; seconds: number };

export const HOURS: Rollup = { table: "metric_hours", start: "hour", seconds: HOUR_SECONDS };
export const DAYS: Rollup = { table: "metric_days", start: "day", seconds: DAY_SECONDS };

/** From the raw entries. */
export async function recomputeHours(
  trx: Trx,
  grant: PageGrant,
  metricId: number,
  times: number[],
): Promise<void> {
  if (times.length === 0) return;
  const key = sql`${grant.status_page_id}::bigint, ${metricId}::bigint`;
  const mine = sql`status_page_id = ${grant.status_page_id} and metric_id = ${metricId}`;
  const hours = spansOf(times, HOUR_SECONDS);
  // The planner skips partitions of other times.
  const within = sql`time >= to_timestamp(${hours[0]}) and time < to_timestamp(${Number(hours.at(-1)) + HOUR_SECONDS})`;
  await sql`
    insert into metric_hours (status_page_id, metric_id, hour, count, sum, min, max, last)
    select ${key}, to_timestamp(start), entry.*
    from unnest(${hours}::bigint[]) as start
    cross join lateral (
      select count(*), sum(value), min(value), max(value), (array_agg(value order by time desc))[1]
      from metric_entries
      where ${mine} and ${within} and time >= to_timestamp(start)
        and time < to_timestamp(start + ${HOUR_SECONDS})
    ) as entry
    on conflict (status_page_id, metric_id, hour) do update set ${REPLACED}`.execute(trx);
}

/** From the hours. */
export async function recomputeDays(
  trx: Trx,
  grant: PageGrant,
  metricId: number,
  times: number[],
): Promise<void> {
  if (times.length === 0) return;
  const key = sql`${grant.status_page_id}::bigint, ${metricId}::bigint`;
  const mine = sql`status_page_id = ${grant.status_page_id} and metric_id = ${metricId}`;
  await sql`
    insert into metric_days (status_page_id, metric_id, day, count, sum, min, max, last)
    select ${key}, to_timestamp(start), hour.*
    from unnest(${spansOf(times, DAY_SECONDS)}::bigint[]) as start
    cross join lateral (
      select sum(count), sum(sum), min(min), max(max), (array_agg(last order by hour desc))[1]
      from metric_hours
      where ${mine} and hour >= to_timestamp(start) and hour < to_timestamp(start + ${DAY_SECONDS})
    ) as hour
    on conflict (status_page_id, metric_id, day) do update set ${REPLACED}`.execute(trx);
}

const MAX_INTEGER = sql.lit(2_147_483_647);

export async function addToRollup(
  { table, start, seconds }: Rollup,
  trx: Trx,
  grant: PageGrant,
  metricId: number,
  entries: Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  const times = entries.map(({ time }) => time);
  const values = entries.map(({ value }) => value);
  const [rollup, key] = [sql.table(table), sql.ref(start)];
  await sql`
    insert into ${rollup} as known (status_page_id, metric_id, ${key}, count, sum, min, max, last)
    select ${grant.status_page_id}::bigint, ${metricId}::bigint, to_timestamp(start),
      count(*), sum(value), min(value), max(value), (array_agg(value order by time desc))[1]
    from unnest(${times}::bigint[], ${values}::double precision[]) as entry (time, value)
    cross join lateral (select time - time % ${seconds} as start) as span
    group by start
    on conflict (status_page_id, metric_id, ${key}) do update set
      count = least(known.count::bigint + excluded.count, ${MAX_INTEGER})::integer,
      sum = known.sum + excluded.sum,
      min = least(known.min, excluded.min),
      max = greatest(known.max, excluded.max),
      last = excluded.last`.execute(trx);
}

const UNIX = (column: RawBuilder<unknown>) => sql<number>`extract(epoch from ${column})::bigint`;
const BUCKET = sql`sum / count as value, count, min, max, last`;

function pointsOf(
  mine: RawBuilder<unknown>,
  span: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
  resolution: Resolution,
) {
  const [hour, day, time] = [sql`hour`, sql`day`, sql`time`];
  switch (resolution) {
    case "day":
      return sql<Point>`select ${UNIX(day)} as time, ${BUCKET} from metric_days where ${mine} and ${span(day)} order by day`;
    case "hour":
      return sql<Point>`select ${UNIX(hour)} as time, ${BUCKET} from metric_hours where ${mine} and ${span(hour)} order by hour`;
    case "minute":
      return sql<Point>`
        select ${UNIX(sql`minute`)} as time, avg(value) as value, count(*), min(value), max(value), (array_agg(value order by time desc))[1] as last
        from (select date_trunc('minute', time) as minute, time, value from metric_entries
          where ${mine} and ${span(time)}) as entry
        group by minute order by minute`;
    case "raw":
      return sql<Point>`
        select ${UNIX(time)} as time, value, 1 as count, value as min, value as max, value as last
        from metric_entries where ${mine} and ${span(time)} order by time`;
  }
}

export async function deleteHoursBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom("metric_hours").where("hour", "<", time).execute();
}

export type Span = { from: number; to: number; resolution: Resolution };

/** In order. The first point covers its whole step. */
export async function listPoints(
  db: Db,
  grant: PageGrant,
  metricId: number,
  { from, to, resolution }: Span,
  limit: number,
): Promise<Point[]> {
  const step = STEP_SECONDS[resolution];
  const start = Math.floor(from / step) * step;
  const span = (column: RawBuilder<unknown>) =>
    sql`${column} >= to_timestamp(${start}) and ${column} < to_timestamp(${to})`;
  const mine = sql`status_page_id = ${grant.status_page_id} and metric_id = ${metricId}`;
  const { rows } = await sql<Point>`${pointsOf(mine, span, resolution)} limit ${limit}`.execute(db);
  return rows;
}
