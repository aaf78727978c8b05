import { formatTag, type Locale, sentenceCase, translator } from "#lib/platform/i18n/translator.ts";
import { memoized } from "#lib/platform/memoized.ts";
import { dayRange } from "#lib/site/words/format.ts";

const DAYS = 7;
const SOME_WEEK = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;
const MAX_SHORT = 6;

const FIELDS = {
  month: { month: "long", year: "numeric" },
  narrow: { weekday: "narrow" },
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

/** Names that fit a calendar's columns: Arabic has none that are short. */
function weekdayNames(tag: string, first: number): { short: string; long: string }[] {
  const dates = Array.from(
    { length: DAYS },
    (_, index) => new Date(SOME_WEEK + ((first - 1 + index) % DAYS) * DAY_MS),
  );
  const isLong = dates.some((date) => format(tag, "short").format(date).length > MAX_SHORT);
  return dates.map((date) => ({
    short: format(tag, isLong ? "narrow" : "short").format(date),
    long: format(tag, "long").format(date),
  }));
}

export function monthFormats(locale: Locale) {
  const tag = formatTag(locale);
  const t = translator(locale);
  const first = firstWeekday(tag);
  const range = (from: string, to: string) => t("joined.range", { from, to });
  const month = (of: string) => format(tag, "month").format(noon(`${of}-01`));
  return {
    /** Inside a sentence: `septembre 2026`. */
    month,
    /** `Septembre 2026` */
    heading: (of: string) => sentenceCase(month(of), t),
    /** `12–15 October`, from two `YYYY-MM-DD` */
    dayRange: (from: string, to: string) =>
      dayRange(format(tag, "days"), noon(from), noon(to), range),
    weekdays: weekdayNames(tag, first),
    placeInWeek: (day: string) => (Temporal.PlainDate.from(day).dayOfWeek - first + DAYS) % DAYS,
  };
}
export type MonthFormats = ReturnType<typeof monthFormats>;
