import { dayOf, later } from "#lib/platform/clock.ts";

const DAYS_A_WEEK = 7;

/** `2026-11` and nothing else. */
export function isMonth(given: string | undefined): given is string {
  return given !== undefined && /^(19|[2-8]\d)\d\d-(0[1-9]|1[0-2])$/.test(given);
}

/** The weeks of a month, whole ones, as days; `first` is the day they begin with, 1 for Monday. */
export function weeksOf(month: string, first: number): string[][] {
  const start = Temporal.PlainDate.from(`${month}-01`);
  const before = (start.dayOfWeek - first + DAYS_A_WEEK) % DAYS_A_WEEK;
  const count = Math.ceil((before + start.daysInMonth) / DAYS_A_WEEK);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, day) =>
      start.add({ days: week * DAYS_A_WEEK + day - before }).toString(),
    ),
  );
}

type Timed = { starts_at: string; ends_at: string | null };

/** Rows by each day that they touch; one that ends at midnight does not touch the next day. */
export function byDay<T extends Timed>(rows: T[], days: string[], zone: string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const from = dayOf(row.starts_at, zone);
    const until = dayOf(later(row.ends_at ?? row.starts_at, -1), zone);
    for (const day of days)
      if (day === from || (day > from && day <= until))
        found.set(day, [...(found.get(day) ?? []), row]);
  }
  return found;
}
