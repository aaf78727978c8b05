import { dayOf } from "#lib/platform/clock.ts";
import { baseOf, directionOf } from "#lib/platform/i18n/tags.ts";
import {
  formatTag,
  type Locale,
  type Translate,
  translator,
} from "#lib/platform/i18n/translator.ts";
import { memoized } from "#lib/platform/memoized.ts";
import { ofDay, strftime, withoutZone } from "#lib/site/words/strftime.ts";

type Range = (from: string, to: string) => string;

/** Some languages write ranges in digits but days in words: then both days are written in full. */
export function dayRange(format: Intl.DateTimeFormat, from: Date, to: Date, range: Range): string {
  const parts = format.formatRangeToParts(from, to);
  const isNumeric = parts.some(({ type, value }) => type === "literal" && value.includes("/"));
  if (isNumeric) return range(format.format(from), format.format(to));
  return format.formatRange(from, to);
}

const NBSP = "\u00a0";

// Isolates a number and its unit: "165 ms" reads left to right.
const [FSI, PDI] = ["\u2068", "\u2069"];

const MAX_REMEMBERED = 5_000;

const FIELDS = {
  day: { day: "numeric", month: "long" },
  dayOfYear: { day: "numeric", month: "long", year: "numeric" },
  shortDay: { day: "numeric", month: "short" },
  shortDayOfYear: { day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "long" },
  wholeDay: { weekday: "long", day: "numeric", month: "long" },
  wholeDayOfYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  zone: { timeZoneName: "short" },
  zoneText: { timeZoneName: "longGeneric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dateFormat = memoized(
  MAX_REMEMBERED,
  (tag, zone, fields) =>
    new Intl.DateTimeFormat(tag, { ...FIELDS[fields as keyof typeof FIELDS], timeZone: zone }),
);
const listFormat = memoized(
  MAX_REMEMBERED,
  (tag) => new Intl.ListFormat(tag, { type: "conjunction" }),
);
const relativeFormat = memoized(MAX_REMEMBERED, (tag) => new Intl.RelativeTimeFormat(tag));
const numberFormat = memoized(
  MAX_REMEMBERED,
  (tag, digits) => new Intl.NumberFormat(tag, { minimumFractionDigits: Number(digits) }),
);
const dayCountFormat = memoized(
  MAX_REMEMBERED,
  (tag) => new Intl.NumberFormat(tag, { style: "unit", unit: "day" }),
);

const percentFormat = memoized(
  MAX_REMEMBERED,
  (tag, digits) =>
    new Intl.NumberFormat(tag, {
      style: "percent",
      minimumFractionDigits: Number(digits),
      maximumFractionDigits: Number(digits),
    }),
);
const quantityFormat = memoized(
  MAX_REMEMBERED,
  (tag, unit) =>
    new Intl.NumberFormat(tag, {
      maximumSignificantDigits: 4,
      style: unit === "%" ? "percent" : "decimal",
    }),
);

const OFFSET = /[+−-]\d/;

function zonePart(date: Date, zone: string, tag: string, fields: "zone" | "zoneText"): string {
  const parts = dateFormat(tag, zone, fields).formatToParts(date);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
}

/** A zone's short name, such as `CET`; its offset if it has none. */
function zoneName(date: Date, zone: string, tag: string): string {
  let first = zone;
  for (const candidate of [tag, "en-US", "en-AU", "en-GB"]) {
    const name = zonePart(date, zone, candidate, "zone");
    if (!OFFSET.test(name)) return name;
    if (candidate === tag) first = name;
  }
  return first;
}

/** `Central European Time (Berlin)`; public/page.js must match. */
function zoneText(date: Date, zone: string, tag: string, t: Translate): string {
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  const name = zonePart(date, zone, tag, "zoneText");
  // An offset is no name.
  const isNamed = /\/\D*$/.test(zone + name);
  return isNamed ? t("joined.note", { name, note: city }) : city;
}

/** Intl writes "4 日後" in Japanese, which has no spaces. */
function unspaced(text: string, tag: string): string {
  return baseOf(tag) === "ja" ? text.replaceAll(" ", "") : text;
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "day" }).days;
}

function zonelessFormats(tag: string, t: Translate) {
  return {
    /** `in 20 minutes`, `in 2 hours`, counted in elapsed time */
    inTime: (seconds: number) => unspaced(relativeFormat(tag).format(...roughly(seconds)), tag),
    list: (items: string[]) => listFormat(tag).format(items),
    /** A range of two texts. */
    range: (from: string, to: string) => t("joined.range", { from, to }),
    percent: (value: number) => percent(value, tag),
    /** `1,204 ms`, with four significant digits */
    quantity: (value: number, unit: string) => quantity(value, unit, tag),
    /** `30 %`, from 0.3 */
    share: (value: number) => percentFormat(tag, "0").format(value),
    duration: (seconds: number) => duration(seconds, tag, t),
  };
}

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** Formats days, `YYYY-MM-DD`; the year is told where it is not `year`. */
function dayFormats(tag: string, date_format: string | null, year: string, range: Range) {
  const format = (fields: string, date: string) =>
    dateFormat(tag, "UTC", fields).format(noon(date));
  const calendarDay = (date: string) => {
    if (date_format) return strftime(date_format, noon(date), "UTC", tag);
    return format(date.startsWith(year) ? "day" : "dayOfYear", date);
  };
  return {
    /** `12 March` */
    calendarDay,
    weekday: (date: string) => format("weekday", date),
    /** `Thursday, 12 March` */
    wholeDay: (date: string) => {
      if (date_format) return calendarDay(date);
      return format(date.startsWith(year) ? "wholeDay" : "wholeDayOfYear", date);
    },
    /** `12–15 November` */
    calendarDays: (from: string, to: string) => {
      if (date_format) return range(calendarDay(from), calendarDay(to));
      const fields = from.startsWith(year) && to.startsWith(year) ? "day" : "dayOfYear";
      return dayRange(dateFormat(tag, "UTC", fields), noon(from), noon(to), range);
    },
  };
}

export type Formats = ReturnType<typeof formats>;
type Options = { date_format: string | null; time_format: string | null };

export function formats(locale: Locale, zone: string, chosen: Options, now: string) {
  const date_format = chosen.date_format && ofDay(chosen.date_format);
  const { time_format } = chosen;
  const bare_format = time_format && withoutZone(time_format);
  const tag = formatTag(locale);
  const t = translator(locale);
  const glue = t("page.date_time", { date: "", time: "" });
  const others = zonelessFormats(tag, t);
  const { range } = others;
  const day = memoized(MAX_REMEMBERED, (time = "") => dayOf(time, zone));
  const year = day(now).slice(0, 4);
  const days = dayFormats(tag, date_format, year, range);
  const { calendarDay } = days;

  function clock(time: string): string {
    const date = new Date(`${time}Z`);
    if (bare_format) return strftime(bare_format, date, zone, tag);
    return dateFormat(tag, zone, "clock").format(date);
  }
  function withZone(time: string): string {
    const date = new Date(`${time}Z`);
    if (time_format && time_format !== bare_format) return strftime(time_format, date, zone, tag);
    return `${clock(time)}${NBSP}${zoneName(date, zone, tag)}`;
  }
  const dateTime = (time: string) => `${calendarDay(day(time))}${glue}${withZone(time)}`;
  const zoneOf = (time: string) => zoneName(new Date(`${time}Z`), zone, tag);
  return {
    day,
    /** `14:02 CET` */
    time: withZone,
    /** `12 March, 14:02 CET` */
    dateTime,
    /** `12 March, 14:02 – 15:30 CET`: the day and the zone once where both ends have the same. */
    span: (from: string, to: string) => {
      const start = zoneOf(from) === zoneOf(to) ? clock(from) : withZone(from);
      const end = day(from) === day(to) ? withZone(to) : dateTime(to);
      return range(`${calendarDay(day(from))}${glue}${start}`, end);
    },
    /** Between a date and a time. */
    glue,
    /** `12 Mar, 14:02`, `12 Mar 2025, 14:02` */
    shortDateTime: (time: string) => {
      const fields = day(time).startsWith(year) ? "shortDay" : "shortDayOfYear";
      return `${dateFormat(tag, zone, fields).format(new Date(`${time}Z`))}${glue}${clock(time)}`;
    },
    /** `14:02`, where its zone stands elsewhere */
    bareTime: clock,
    zone: zoneOf,
    zoneText: (time: string) => zoneText(new Date(`${time}Z`), zone, tag, t),
    inDays: (from: string, to: string) =>
      unspaced(relativeFormat(tag).format(daysBetween(day(from), day(to)), "day"), tag),
    ...days,
    ...others,
  };
}

function quantity(value: number, unit: string, tag: string): string {
  if (unit === "%") return quantityFormat(tag, unit).format(value / 100);
  const text = `${quantityFormat(tag, "").format(value)}${unit && NBSP}${unit}`;
  return unit && directionOf(tag) === "rtl" ? `${FSI}${text}${PDI}` : text;
}

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

/** A future time in one unit, as people say it. */
function roughly(seconds: number): [number, "minute" | "hour" | "day"] {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.round(minutes / HOUR_MIN);
  if (minutes < 2 * HOUR_MIN && minutes !== HOUR_MIN) return [minutes, "minute"];
  return hours < 48 && hours !== 24 ? [hours, "hour"] : [Math.round(minutes / DAY_MIN), "day"];
}

function percent(value: number, tag: string): string {
  const floored = value === 100 ? 100 : Math.min(99.99, Math.floor(value * 100 + 1e-9) / 100);
  return percentFormat(tag, value === 100 ? "0" : "2").format(floored / 100);
}

/** `0 min`, `23 min`, `1 h 12 min`, `2 days 3 h`; public/page.js must match. */
function duration(seconds: number, tag: string, t: Translate): string {
  const told = (unit: "hour" | "minute", count: number) =>
    t(`page.units.${unit}`, { count: numberFormat(tag, "0").format(count) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) {
    const least = told("minute", seconds > 0 ? 1 : 0);
    return spaced(seconds > 0 ? t("page.units.less", { duration: least }) : least);
  }
  const [days, hours] = [Math.floor(minutes / DAY_MIN), Math.floor((minutes % DAY_MIN) / HOUR_MIN)];
  const rest = days > 0 ? 0 : minutes % HOUR_MIN;
  const parts = [
    ...(days > 0 ? [unspaced(dayCountFormat(tag).format(days), tag)] : []),
    ...(hours > 0 ? [told("hour", hours)] : []),
    ...(rest > 0 ? [told("minute", rest)] : []),
  ];
  return spaced(parts.join(t("page.units.two", { longer: "", shorter: "" })));
}

function spaced(text: string): string {
  return text.replaceAll(" ", NBSP);
}
