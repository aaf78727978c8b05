import { fromWire, toWire } from "#lib/platform/clock.ts";
import { memoized } from "#lib/platform/memoized.ts";

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
