import { fromWire } from "#lib/clock.ts";
import type { Locale } from "#lib/i18n/translator.ts";
import { strftime } from "#lib/public-page/strftime.ts";

// English here means the spelling of look.md: 12 March, 14:02.
const TAGS: Record<Locale, string> = { en: "en-GB", de: "de-DE" };
const NBSP = "\u00a0";

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(tag: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${zone} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone: zone });
  if (formatters.size > 5_000) formatters.clear();
  formatters.set(key, known);
  return known;
}

/** A zone's short name at a moment: `CET`, `EST`; its offset where it has none. */
function zoneName(date: Date, zone: string, tag: string): string {
  const names = [tag, "en-US", "en-AU"].map((candidate) => {
    const parts = formatter(candidate, zone, { timeZoneName: "short" }).formatToParts(date);
    return parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
  });
  return names.find((name) => !/[+−-]\d/.test(name)) ?? names[0] ?? zone;
}

export type Formats = ReturnType<typeof formats>;
type Options = { date_format: string | null; time_format: string | null };

/** How a page writes times and numbers in a language; times in, wire spelling; shown in the page's zone. */
export function formats(locale: Locale, zone: string, { date_format, time_format }: Options, now: string) {
  const tag = TAGS[locale];
  const year = day(now).slice(0, 4);

  function day(time: string): string {
    return fromWire(time).toZonedDateTimeISO(zone).toPlainDate().toString();
  }
  function calendarDay(date: string): string {
    if (date_format?.includes("%")) return strftime(date_format, new Date(`${date}T12:00:00Z`), "UTC", tag);
    const options = { day: "numeric", month: "long", year: date.startsWith(year) ? undefined : "numeric" } as const;
    return formatter(tag, "UTC", options).format(new Date(`${date}T12:00:00Z`));
  }
  function clock(time: string): string {
    const date = new Date(`${time}Z`);
    if (time_format?.includes("%")) return strftime(time_format, date, zone, tag);
    return formatter(tag, zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(date);
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
    weekday: (date: string) => formatter(tag, "UTC", { weekday: "long" }).format(new Date(`${date}T12:00:00Z`)),
    /** `14:02 CET` */
    time: withZone,
    /** `12 March, 14:02 CET` */
    dateTime: (time: string) => `${calendarDay(day(time))}, ${withZone(time)}`,
    /** `12 Mar, 14:02`, `12 Mar 2025, 14:02` */
    shortDateTime: (time: string) => {
      const options = { day: "numeric", month: "short", year: day(time).startsWith(year) ? undefined : "numeric" } as const;
      return `${formatter(tag, zone, options).format(new Date(`${time}Z`))}, ${clock(time)}`;
    },
    list: (items: string[]) => new Intl.ListFormat(tag, { type: "conjunction" }).format(items),
    percent: (value: number) => percent(value, tag),
  };
}

function percent(value: number, tag: string): string {
  const floored = value === 100 ? 100 : Math.min(99.99, Math.floor(value * 100 + 1e-9) / 100);
  return `${new Intl.NumberFormat(tag, { minimumFractionDigits: value === 100 ? 0 : 2 }).format(floored)}${NBSP}%`;
}

/** `23 min`, `1 h 12 min`, `2 d 3 h`; alike in every language. */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `<${NBSP}1${NBSP}min`;
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const units = days > 0 ? { d: days, h: hours } : { h: hours, min: rest };
  return Object.entries(units)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count}${NBSP}${unit}`)
    .join(" ");
}
