import { fromWire } from "#lib/clock.ts";
import type { UptimeDay } from "#lib/services/uptime/roll-up.ts";

/** The day on which a moment falls in a zone, `YYYY-MM-DD`. */
export function dayOf(time: string, zone: string): string {
  return fromWire(time).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The first of the `count` days that end with today. */
export function firstDayOf(count: number, now: string, zone: string): string {
  return fromWire(now)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: count - 1 })
    .toString();
}

/** The `count` days that end with today, oldest first. */
export function lastDays(count: number, now: string, zone: string): string[] {
  const first = Temporal.PlainDate.from(firstDayOf(count, now, zone));
  return Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
}

type Window = {
  /** how many days, today included */
  days: number;
  /** wire times */
  now: string;
  inserted_at: string;
  time_zone: string;
};

/**
 * Uptime of a service over the last days in percent, unrounded: 1 − downtime ÷ time elapsed. Days
 * have their true length (23 to 25 hours), today counts up to now. A service that is younger than
 * the window counts from the start of its first day: the day it was added, or that of its earliest
 * recorded incident if that is before (history entered afterwards).
 * @param rows what `rollUp` says of this service; days outside the window are ignored
 */
export function uptimePercent(
  rows: readonly Pick<UptimeDay, "day" | "downtime_seconds">[],
  window: Window,
): number {
  const { now, time_zone } = window;
  const today = dayOf(now, time_zone);
  const windowStart = firstDayOf(window.days, now, time_zone);
  const within = rows.filter((row) => row.day >= windowStart && row.day <= today);
  const [firstKnown = today] = [
    dayOf(window.inserted_at, time_zone),
    ...within.map((row) => row.day),
  ].toSorted();
  const [, first = today] = [windowStart, firstKnown].toSorted();
  const start = Temporal.PlainDate.from(first).toZonedDateTime(time_zone).epochMilliseconds;
  const elapsed = (fromWire(now).epochMilliseconds - start) / 1000;
  if (elapsed <= 0) return 100;
  const down = within.reduce((sum, row) => sum + row.downtime_seconds, 0);
  return Math.max(0, 100 * (1 - down / elapsed));
}
