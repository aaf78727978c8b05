import { dayOf } from "#lib/platform/clock.ts";
import { directionOf } from "#lib/platform/i18n/tags.ts";
import {
  formatTag,
  type Locale,
  type Translate,
  translator,
} from "#lib/platform/i18n/translator.ts";
import { memoized } from "#lib/platform/memoized.ts";
import { ofDay, strftime, withoutZone } from "#lib/site/words/strftime.ts";

/** Some languages write ranges in digits but days in words: then both days are written in full. */
export function dayRange(format: Intl.DateTimeFormat, from: Date, to: Date): string {
  const parts = format.formatRangeToParts(from, to);
  const isNumeric = parts.some(({ type, value }) => type === "literal" && value.includes("/"));
  if (isNumeric) return `${format.format(from)} – ${format.format(to)}`;
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

/** A zone's short name, such as `CET`; its offset if it has none. */
function zoneName(date: Date, zone: string, tag: string): string {
  let first = zone;
  for (const candidate of [tag, "en-US", "en-AU", "en-GB"]) {
    const parts = dateFormat(candidate, zone, "zone").formatToParts(date);
    const name = parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
    if (!/[+−-]\d/.test(name)) return name;
    if (candidate === tag) first = name;
  }
  return first;
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "day" }).days;
}

export type Formats = ReturnType<typeof formats>;
type Options = { date_format: string | null; time_format: string | null };

export function formats(locale: Locale, zone: string, chosen: Options, now: string) {
  const date_format = chosen.date_format && ofDay(chosen.date_format);
  const { time_format } = chosen;
  const bare_format = time_format && withoutZone(time_format);
  const tag = formatTag(locale);
  const glue = translator(locale)("page.date_time", { date: "", time: "" });
  const day = memoized(MAX_REMEMBERED, (time = "") => dayOf(time, zone));
  const year = day(now).slice(0, 4);

  function calendarDay(date: string): string {
    if (date_format) return strftime(date_format, new Date(`${date}T12:00:00Z`), "UTC", tag);
    return dateFormat(tag, "UTC", date.startsWith(year) ? "day" : "dayOfYear").format(
      new Date(`${date}T12:00:00Z`),
    );
  }
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
  return {
    day,
    /** `12 March`, from `YYYY-MM-DD` */
    calendarDay,
    weekday: (date: string) =>
      dateFormat(tag, "UTC", "weekday").format(new Date(`${date}T12:00:00Z`)),
    /** `Thursday, 12 March`, from `YYYY-MM-DD` */
    wholeDay: (date: string) => {
      const fields = date.startsWith(year) ? "wholeDay" : "wholeDayOfYear";
      if (date_format) return calendarDay(date);
      return dateFormat(tag, "UTC", fields).format(new Date(`${date}T12:00:00Z`));
    },
    /** `14:02 CET` */
    time: withZone,
    /** `12 March, 14:02 CET` */
    dateTime: (time: string) => `${calendarDay(day(time))}${glue}${withZone(time)}`,
    /** Between a date and a time. */
    glue,
    /** `12 Mar, 14:02`, `12 Mar 2025, 14:02` */
    shortDateTime: (time: string) => {
      const fields = day(time).startsWith(year) ? "shortDay" : "shortDayOfYear";
      return `${dateFormat(tag, zone, fields).format(new Date(`${time}Z`))}${glue}${clock(time)}`;
    },
    /** `12–15 November`, from two `YYYY-MM-DD` */
    calendarDays: (from: string, to: string) => {
      if (date_format) return `${calendarDay(from)} – ${calendarDay(to)}`;
      const fields = from.startsWith(year) && to.startsWith(year) ? "day" : "dayOfYear";
      const [first, last] = [new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`)];
      return dayRange(dateFormat(tag, "UTC", fields), first, last);
    },
    /** `14:02`, where its zone stands elsewhere */
    bareTime: clock,
    zone: (time: string) => zoneName(new Date(`${time}Z`), zone, tag),
    inDays: (from: string, to: string) =>
      relativeFormat(tag).format(daysBetween(day(from), day(to)), "day"),
    /** `in 20 minutes`, `in 2 hours`, counted in elapsed time */
    inTime: (seconds: number) => relativeFormat(tag).format(...roughly(seconds)),
    list: (items: string[]) => listFormat(tag).format(items),
    percent: (value: number) => percent(value, tag),
    /** `1,204 ms`, with four significant digits */
    quantity: (value: number, unit: string) => quantity(value, unit, tag),
    /** `30 %`, from 0.3 */
    share: (value: number) => percentFormat(tag, "0").format(value),
    duration: (seconds: number) => duration(seconds, tag, translator(locale)),
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
  if (minutes < 1) return spaced(seconds > 0 ? `< ${told("minute", 1)}` : told("minute", 0));
  const [days, hours] = [Math.floor(minutes / DAY_MIN), Math.floor((minutes % DAY_MIN) / HOUR_MIN)];
  const rest = days > 0 ? 0 : minutes % HOUR_MIN;
  const parts = [
    ...(days > 0 ? [dayCountFormat(tag).format(days)] : []),
    ...(hours > 0 ? [told("hour", hours)] : []),
    ...(rest > 0 ? [told("minute", rest)] : []),
  ];
  return spaced(parts.join(t("page.units.two", { longer: "", shorter: "" })));
}

function spaced(text: string): string {
  return text.replaceAll(" ", NBSP);
}
