import { earlierOf, laterOf, secondsBetween } from "#lib/platform/clock.ts";
import { dayOf, firstDayOf, neighbour, startOfDay } from "#lib/platform/days.ts";
import type { UptimeDay } from "#lib/services/uptime/roll-up.ts";

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
  const starts_at = startOfDay(laterOf(from_day, first_day), time_zone);
  const ends_at = earlierOf(startOfDay(neighbour(to_day, 1), time_zone), now);
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
