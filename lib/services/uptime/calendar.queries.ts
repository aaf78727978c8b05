import { type RawBuilder, sql } from "kysely";
import { adjacentDay, startOfDay } from "#lib/platform/clock.ts";

/** First and last day, both included; `YYYY-MM-DD` in the zone. */
type Calendar = { first: string; last: string; zone: string };

/**
 * The CTE `calendar` (day, starts_at, ends_at). PostgreSQL and Node bring time-zone tables of
 * their own, which differ in age: the bounds of all days are Node's.
 */
export function calendar({ first, last, zone }: Calendar): RawBuilder<unknown> {
  const days: string[] = [];
  for (let day = first; day <= last; day = adjacentDay(day, 1)) days.push(day);
  const starts = days.map((day) => startOfDay(day, zone));
  const ends = days.map((day, index) => starts[index + 1] ?? startOfDay(adjacentDay(day, 1), zone));
  return sql`calendar as materialized (
    select day, starts_at, ends_at from unnest(${days}::date[], ${starts}::timestamptz[],
      ${ends}::timestamptz[]) as each (day, starts_at, ends_at)
  )`;
}

/** The day of a time in `calendar`; before its first day the day before, after its last the last. */
export function localDay(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`((select min(day) - 1 from calendar) + width_bucket(${time},
    (select array_agg(starts_at order by day) from calendar)))`;
}
