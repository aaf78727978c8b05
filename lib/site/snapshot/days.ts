import { dayOf, firstDayOf, later, toWire } from "#lib/platform/clock.ts";

/** The bounds of a day in a zone: 23 to 25 hours. @param day `YYYY-MM-DD` */
export function dayBounds(day: string, zone: string): { from: string; to: string } {
  const date = Temporal.PlainDate.from(day);
  const [from, to] = [date, date.add({ days: 1 })].map((each) =>
    toWire(each.toZonedDateTime(zone).toInstant()),
  );
  return { from: from ?? "", to: to ?? "" };
}

export function dayUntil(day: string, zone: string, now: string): { from: string; to: string } {
  const { from, to } = dayBounds(day, zone);
  return { from, to: [to, later(now, 1)].toSorted()[0] ?? to };
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
