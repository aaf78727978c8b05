import { formatTag, type Locale } from "#lib/platform/i18n/translator.ts";
import { memoized } from "#lib/platform/memoized.ts";
import { dayRange } from "#lib/site/words/format.ts";

const DAYS = 7;
const SOME_WEEK = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

const FIELDS = {
  month: { month: "long", year: "numeric" },
  short: { weekday: "short" },
  long: { weekday: "long" },
  days: { day: "numeric", month: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const format = memoized(
  1_000,
  (tag, fields) =>
    new Intl.DateTimeFormat(tag, { ...FIELDS[fields as keyof typeof FIELDS], timeZone: "UTC" }),
);

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

function firstWeekday(tag: string): number {
  return new Intl.Locale(tag).getWeekInfo().firstDay;
}

export function monthFormats(locale: Locale) {
  const tag = formatTag(locale);
  const first = firstWeekday(tag);
  return {
    month: (month: string) => format(tag, "month").format(noon(`${month}-01`)),
    /** `12–15 October`, from two `YYYY-MM-DD` */
    dayRange: (from: string, to: string) => dayRange(format(tag, "days"), noon(from), noon(to)),
    weekdays: Array.from({ length: DAYS }, (_, index) => {
      const date = new Date(SOME_WEEK + ((first - 1 + index) % DAYS) * DAY_MS);
      return { short: format(tag, "short").format(date), long: format(tag, "long").format(date) };
    }),
    placeInWeek: (day: string) => (Temporal.PlainDate.from(day).dayOfWeek - first + DAYS) % DAYS,
  };
}
export type MonthFormats = ReturnType<typeof monthFormats>;
