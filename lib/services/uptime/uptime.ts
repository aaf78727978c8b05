import { earlierOf, fromWire, laterOf, secondsBetween, toWire } from "#lib/clock.ts";
import { memoized } from "#lib/memoized.ts";
import type { UptimeDay } from "#lib/services/uptime/roll-up.ts";

// A page asks the same of each of its services, and the next render of it asks again.
const MAX_REMEMBERED = 10_000;

const dayIn = memoized(MAX_REMEMBERED, (time = "", zone = "") =>
  fromWire(time).toZonedDateTimeISO(zone).toPlainDate().toString(),
);
const startIn = memoized(MAX_REMEMBERED, (day = "", zone = "") =>
  toWire(Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant()),
);
const daysFrom = memoized(MAX_REMEMBERED, (day = "", days = "") =>
  Temporal.PlainDate.from(day)
    .add({ days: Number(days) })
    .toString(),
);

/** The day on which a moment falls in a zone, `YYYY-MM-DD`. */
export function dayOf(time: string, zone: string): string {
  return dayIn(time, zone);
}

/** The first moment of a day in a zone, a wire time. */
export function startOfDay(day: string, zone: string): string {
  return startIn(day, zone);
}

/** The first of the `count` days that end with today. */
export function firstDayOf(count: number, now: string, zone: string): string {
  return daysFrom(dayOf(now, zone), String(1 - count));
}

/** The `count` days that end with today, oldest first. */
export function lastDays(count: number, now: string, zone: string): string[] {
  const first = Temporal.PlainDate.from(firstDayOf(count, now, zone));
  return Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
}

/** The day after one, or before it. */
export function neighbour(day: string, days: 1 | -1): string {
  return daysFrom(day, String(days));
}

type Days = readonly Pick<UptimeDay, "day" | "downtime_seconds">[];

type Range = {
  /** first and last day of the zone */
  from_day: string;
  to_day: string;
  /** wire time */
  now: string;
  /** the first day that is known of the service, of all its history */
  first_day: string;
  time_zone: string;
};

export type Uptime = {
  /** Wire times between which it counts. */
  starts_at: string;
  ends_at: string;
  elapsed_seconds: number;
  downtime_seconds: number;
  /** In percent, unrounded; null where no time has passed. */
  percent: number | null;
};

/**
 * Uptime of a service over some days: 1 − downtime ÷ time elapsed. Days have their true length (23 to
 * 25 hours), today counts up to now. A service that is known of for less long counts from the start of
 * its own first day.
 * @param rows what `rollUp` says of this service; days outside the range are ignored
 */
export function uptimeOf(rows: Days, range: Range): Uptime {
  const { from_day, to_day, now, first_day, time_zone } = range;
  const within = rows.filter(({ day }) => day >= from_day && day <= to_day);
  const starts_at = startIn(laterOf(from_day, first_day), time_zone);
  const ends_at = earlierOf(startIn(neighbour(to_day, 1), time_zone), now);
  const elapsed_seconds = Math.max(0, secondsBetween(starts_at, ends_at));
  const downtime_seconds = within.reduce((sum, row) => sum + row.downtime_seconds, 0);
  return {
    starts_at,
    ends_at: elapsed_seconds > 0 ? ends_at : starts_at,
    elapsed_seconds,
    downtime_seconds,
    percent:
      elapsed_seconds > 0 ? Math.max(0, 100 * (1 - downtime_seconds / elapsed_seconds)) : null,
  };
}

type Window = {
  /** how many days, today included */
  days: number;
  /** wire time */
  now: string;
  /** as in `uptimeOf` */
  first_day: string;
  time_zone: string;
};

/** Uptime over the last days in percent, unrounded; 100 where no time has passed. */
export function uptimePercent(rows: Days, { days, ...window }: Window): number {
  const { now, time_zone } = window;
  const [from_day, to_day] = [firstDayOf(days, now, time_zone), dayOf(now, time_zone)];
  return uptimeOf(rows, { ...window, from_day, to_day }).percent ?? 100;
}
