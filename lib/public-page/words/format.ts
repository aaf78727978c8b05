import { formatTag, type Locale } from "#lib/i18n/translator.ts";
import { memoized } from "#lib/memoized.ts";
import { strftime } from "#lib/public-page/words/strftime.ts";
import { dayOf } from "#lib/services/uptime/uptime.ts";

const NBSP = "\u00a0";
const AFTER_NUMBER = /(?<=^<|\p{N}) /gu;

const MAX_REMEMBERED = 5_000;

const FIELDS = {
  day: { day: "numeric", month: "long" },
  dayOfYear: { day: "numeric", month: "long", year: "numeric" },
  shortDay: { day: "numeric", month: "short" },
  shortDayOfYear: { day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "long" },
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  zone: { timeZoneName: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

// Making a formatter costs far more than using it.
const dateFormat = memoized(
  MAX_REMEMBERED,
  (tag, zone, fields) =>
    new Intl.DateTimeFormat(tag, { ...FIELDS[fields as keyof typeof FIELDS], timeZone: zone }),
);
const listFormat = memoized(
  MAX_REMEMBERED,
  (tag) => new Intl.ListFormat(tag, { type: "conjunction" }),
);
const durationFormat = memoized(
  MAX_REMEMBERED,
  (tag) => new Intl.DurationFormat(tag, { style: "short" }),
);
const numberFormat = memoized(
  MAX_REMEMBERED,
  (tag, digits) => new Intl.NumberFormat(tag, { minimumFractionDigits: Number(digits) }),
);

const quantityFormat = memoized(
  MAX_REMEMBERED,
  (tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 4 }),
);

/** A zone's short name at a moment: `CET`, `EST`; its offset where it has none. */
function zoneName(date: Date, zone: string, tag: string): string {
  let first = zone;
  for (const candidate of [tag, "en-US", "en-AU"]) {
    const parts = dateFormat(candidate, zone, "zone").formatToParts(date);
    const name = parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
    if (!/[+−-]\d/.test(name)) return name;
    if (candidate === tag) first = name;
  }
  return first;
}

export type Formats = ReturnType<typeof formats>;
type Options = { date_format: string | null; time_format: string | null };

/**
 * How a page writes times and numbers in a language; times in, wire spelling; shown in the page's
 * zone.
 */
export function formats(
  locale: Locale,
  zone: string,
  { date_format, time_format }: Options,
  now: string,
) {
  const tag = formatTag(locale);
  const day = memoized(MAX_REMEMBERED, (time = "") => dayOf(time, zone));
  const year = day(now).slice(0, 4);

  function calendarDay(date: string): string {
    if (date_format?.includes("%"))
      return strftime(date_format, new Date(`${date}T12:00:00Z`), "UTC", tag);
    return dateFormat(tag, "UTC", date.startsWith(year) ? "day" : "dayOfYear").format(
      new Date(`${date}T12:00:00Z`),
    );
  }
  function clock(time: string): string {
    const date = new Date(`${time}Z`);
    if (time_format?.includes("%")) return strftime(time_format, date, zone, tag);
    return dateFormat(tag, zone, "clock").format(date);
  }
  function withZone(time: string): string {
    return `${clock(time)}${NBSP}${zoneName(new Date(`${time}Z`), zone, tag)}`;
  }
  return {
    /** `YYYY-MM-DD` in the page's zone */
    day,
    /** `12 March`, from `YYYY-MM-DD` */
    calendarDay,
    /** `Thursday`, from `YYYY-MM-DD` */
    weekday: (date: string) =>
      dateFormat(tag, "UTC", "weekday").format(new Date(`${date}T12:00:00Z`)),
    /** `14:02 CET` */
    time: withZone,
    /** `12 March, 14:02 CET` */
    dateTime: (time: string) => `${calendarDay(day(time))}, ${withZone(time)}`,
    /** `12 Mar, 14:02`, `12 Mar 2025, 14:02` */
    shortDateTime: (time: string) => {
      const fields = day(time).startsWith(year) ? "shortDay" : "shortDayOfYear";
      return `${dateFormat(tag, zone, fields).format(new Date(`${time}Z`))}, ${clock(time)}`;
    },
    list: (items: string[]) => listFormat(tag).format(items),
    percent: (value: number) => percent(value, tag),
    /** `1,204 ms`, with four digits that count */
    quantity: (value: number, unit: string) =>
      `${quantityFormat(tag).format(value)}${unit && NBSP}${unit}`,
    /** `30 %`, from 0.3 */
    share: (value: number) => `${numberFormat(tag, "0").format(value * 100)}${NBSP}%`,
    duration: (seconds: number) => duration(seconds, tag),
  };
}

function percent(value: number, tag: string): string {
  const floored = value === 100 ? 100 : Math.min(99.99, Math.floor(value * 100 + 1e-9) / 100);
  return `${numberFormat(tag, value === 100 ? "0" : "2").format(floored)}${NBSP}%`;
}

/** `23 mins`, `1 hr, 12 mins`, `2 days, 3 hrs`; public/page.js writes the same. */
function duration(seconds: number, tag: string): string {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const length = days > 0 ? { days, hours } : { hours, minutes: minutes % 60 };
  const text = durationFormat(tag).format(minutes < 1 ? { minutes: 1 } : length);
  return `${minutes < 1 ? "< " : ""}${text}`.replaceAll(AFTER_NUMBER, NBSP);
}
