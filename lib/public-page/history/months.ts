import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { earlierOf, laterOf } from "#lib/clock.ts";
import { findFirstStart } from "#lib/public-page/snapshot/queries.ts";
import type { Snapshot } from "#lib/public-page/snapshot/snapshot.ts";
import { dayOf, firstDayOf } from "#lib/services/uptime/uptime.ts";

/** A month of the page's zone, `YYYY-MM`, and what days of it a page tells of. */
export type ShownMonth = {
  month: string;
  from_day: string;
  to_day: string;
  /** The months before and after it, of which the page tells, too. */
  before: string | null;
  after: string | null;
};

/** The days of which a page tells: until today. */
export type Shown = { first_day: string; today: string };

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

/**
 * From what day on a page tells of its history: not from beyond `history_limit_days`, and not from
 * before there was anything to tell of.
 */
export async function shownDays(
  db: Db,
  grant: PageGrant,
  { scope, page, as_of, by_id }: Snapshot,
): Promise<Shown> {
  const { time_zone, settings } = page;
  const today = dayOf(as_of, time_zone);
  const first = await findFirstStart(db, grant, scope);
  const known = [...by_id.values()].map(({ inserted_at }) => inserted_at);
  const earliest = [...known, first ?? as_of].reduce(earlierOf, as_of);
  const { history_limit_days: limit } = settings;
  const limited = limit === null ? "" : firstDayOf(limit, as_of, time_zone);
  return { first_day: laterOf(dayOf(earliest, time_zone), limited), today };
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
