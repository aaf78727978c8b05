import { memoized } from "#lib/platform/memoized.ts";

export const DAY_SECONDS = 86_400;

let offset_ms = 0;

/** The only source of the present time in Allclear. */
export function now(): Date {
  return new Date(Date.now() + offset_ms);
}

/** The present as wire and database spell it: UTC, whole seconds, `YYYY-MM-DDTHH:MM:SS`. */
export function wireNow(): string {
  return toWire(now());
}

export function toWire(time: Date | Temporal.Instant): string {
  return (
    time instanceof Date ? time.toISOString() : time.toString({ smallestUnit: "second" })
  ).slice(0, 19);
}

/** The first whole second that is not before a time. */
export function wireNotBefore(time_ms: number): string {
  return toWire(new Date(Math.ceil(time_ms / 1_000) * 1_000));
}

export function fromWire(time: string): Temporal.Instant {
  return Temporal.Instant.from(`${time}Z`);
}

export function later(time: string, seconds: number): string {
  return toWire(fromWire(time).add({ seconds }));
}

/** Seconds from one wire time to another; negative when `to` is earlier. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1000;
}

export function earlierOf(a: string, b: string): string {
  return b < a ? b : a;
}

export function laterOf(a: string, b: string): string {
  return b < a ? a : b;
}

/** @returns empty: there are no times */
export function latestOf(...times: string[]): string {
  return times.toSorted().at(-1) ?? "";
}

export function shiftClock(by_ms: number): void {
  offset_ms = by_ms;
}

// Pages ask for the same days for each service and on each render.
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

export function dayOf(time: string, zone: string): string {
  return dayIn(time, zone);
}

export function startOfDay(day: string, zone: string): string {
  return startIn(day, zone);
}

/** The wire times between which a day lasts in a zone: 23 to 25 hours. @param day `YYYY-MM-DD` */
export function dayBounds(day: string, zone: string): { from: string; to: string } {
  return { from: startOfDay(day, zone), to: startOfDay(adjacentDay(day, 1), zone) };
}

/** The first of the `count` days that end with today. */
export function firstDayOf(count: number, now: string, zone: string): string {
  return daysFrom(dayOf(now, zone), String(1 - count));
}

export function lastDays(count: number, now: string, zone: string): string[] {
  const first = Temporal.PlainDate.from(firstDayOf(count, now, zone));
  return Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
}

export function adjacentDay(day: string, days: 1 | -1): string {
  return daysFrom(day, String(days));
}

export function monthAfter(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString();
}

/** Seconds until the first change (wire times) or midnight in the page's zone: 1 to `most`. */
export function secondsUntilChange(
  now: string,
  zone: string,
  changes: readonly (string | null)[],
  most: number,
): number {
  const midnight = fromWire(now).toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay().toInstant();
  const ahead = [toWire(midnight), ...changes]
    .map((change) => (change === null ? 0 : secondsBetween(now, change)))
    .filter((seconds) => seconds > 0);
  return Math.max(1, Math.min(most, ...ahead));
}
