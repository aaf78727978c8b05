import { dayBounds, dayOf, earlierOf, firstDayOf, later } from "#lib/platform/clock.ts";

/** The part of a day that is over. */
export function dayUntil(day: string, zone: string, now: string): { from: string; to: string } {
  const { from, to } = dayBounds(day, zone);
  return { from, to: earlierOf(to, later(now, 1)) };
}

/** Whether a text is a day, `YYYY-MM-DD`, that has begun in a zone. */
export function isPastDay(day: string, zone: string, as_of: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && isDate(day) && day <= dayOf(as_of, zone);
}

/** Whether a text is a day within `history_limit_days`. */
export function isShownDay(
  day: string,
  {
    page,
    as_of,
  }: {
    page: { time_zone: string; settings: { history_limit_days: number | null } };
    as_of: string;
  },
): boolean {
  if (!isPastDay(day, page.time_zone, as_of)) return false;
  const limit = page.settings.history_limit_days;
  return limit === null || day >= firstDayOf(limit, as_of, page.time_zone);
}

function isDate(day: string): boolean {
  return !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
}
