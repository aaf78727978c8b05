import type { Shown } from "#lib/site/snapshot/shown-days.ts";

/** A month of the page's zone, `YYYY-MM`, and what days of it a page tells of. */
export type ShownMonth = {
  month: string;
  from_day: string;
  to_day: string;
  /** The months before and after it, of which the page tells, too. */
  before: string | null;
  after: string | null;
};

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= "1900";
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The month so many months after one; before it where they are negative. */
export function monthAfter(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString();
}

/** The days of a month, `YYYY-MM-DD`. */
export function daysOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from(
    { length: daysInMonth },
    (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`,
  );
}

/** What a page tells of a month; null where that is nothing. */
export function shownMonth(month: string, { first_day, today }: Shown): ShownMonth | null {
  if (!isMonth(month) || month < monthOf(first_day) || month > monthOf(today)) return null;
  const days = daysOfMonth(month).filter((day) => day >= first_day && day <= today);
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return {
    month,
    from_day: days[0] ?? first_day,
    to_day: days.at(-1) ?? today,
    before: before >= monthOf(first_day) ? before : null,
    after: after <= monthOf(today) ? after : null,
  };
}
