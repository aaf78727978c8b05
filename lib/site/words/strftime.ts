import { memoized } from "#lib/platform/memoized.ts";

// Composed directives of the C locale.
const COMPOSED: Record<string, string> = {
  ...{ D: "%m/%d/%y", F: "%Y-%m-%d", R: "%H:%M", T: "%H:%M:%S", r: "%I:%M:%S %p" },
  ...{ c: "%a %b %e %H:%M:%S %Y", x: "%m/%d/%y", X: "%H:%M:%S", h: "%b" },
  ...{ n: "\n", t: "\t", "%": "%" },
};

const padded = (value: number, length = 2) => String(value).padStart(length, "0");

/** Weeks of a year, counted from its first `weekday`. */
function week({ dayOfYear }: Temporal.ZonedDateTime, weekday: number): number {
  return Math.floor((dayOfYear + 6 - weekday) / 7);
}

const COMPUTED: Record<string, (at: Temporal.ZonedDateTime) => string> = {
  C: ({ year }) => padded(Math.floor(year / 100)),
  g: ({ yearOfWeek = 0 }) => padded(yearOfWeek % 100),
  G: ({ yearOfWeek = 0 }) => String(yearOfWeek),
  j: ({ dayOfYear }) => padded(dayOfYear, 3),
  k: ({ hour }) => String(hour).padStart(2),
  l: ({ hour }) => String(hour % 12 || 12).padStart(2),
  P: ({ hour }) => (hour < 12 ? "am" : "pm"),
  s: ({ epochMilliseconds }) => String(Math.floor(epochMilliseconds / 1_000)),
  u: ({ dayOfWeek }) => String(dayOfWeek),
  U: (at) => padded(week(at, at.dayOfWeek % 7)),
  V: ({ weekOfYear = 0 }) => padded(weekOfYear),
  w: ({ dayOfWeek }) => String(dayOfWeek % 7),
  W: (at) => padded(week(at, at.dayOfWeek - 1)),
  z: ({ offset }) => offset.replace(":", ""),
};

type Part = Intl.DateTimeFormatOptions;

const PARTS: Record<string, Part> = {
  Y: { year: "numeric" },
  y: { year: "2-digit" },
  m: { month: "2-digit" },
  d: { day: "2-digit" },
  e: { day: "numeric" },
  B: { month: "long" },
  b: { month: "short" },
  A: { weekday: "long" },
  a: { weekday: "short" },
  H: { hour: "2-digit", hourCycle: "h23" },
  I: { hour: "2-digit", hourCycle: "h12" },
  M: { minute: "2-digit" },
  S: { second: "2-digit" },
  p: { hour: "numeric", hourCycle: "h12" },
  Z: { timeZoneName: "short" },
};
const TYPES: Record<string, Intl.DateTimeFormatPartTypes> = {
  ...{
    Y: "year",
    y: "year",
    m: "month",
    d: "day",
    e: "day",
    B: "month",
    b: "month",
    A: "weekday",
    a: "weekday",
  },
  ...{ H: "hour", I: "hour", M: "minute", S: "second", p: "dayPeriod", Z: "timeZoneName" },
};

const formatter = memoized(
  1_000,
  (language, letter = "", zone) =>
    new Intl.DateTimeFormat(language, { ...PARTS[letter], timeZone: zone }),
);

function field(letter: string, date: Date, zone: string, tag: string): string | undefined {
  const computed = COMPUTED[letter];
  if (computed)
    return computed(Temporal.Instant.fromEpochMilliseconds(+date).toZonedDateTimeISO(zone));
  const composed = COMPOSED[letter];
  if (composed !== undefined) return strftime(composed, date, zone, tag);
  if (!PARTS[letter]) return undefined;
  const language = letter === "p" ? "en-US" : tag;
  const parts = formatter(language, letter, zone).formatToParts(date);
  const value = parts.find((part) => part.type === TYPES[letter])?.value ?? "";
  return /^[mdHIMS]$/.test(letter) ? value.padStart(2, "0") : value;
}

const TIME = "%-?[HIklMSpPrRTXsZz]";
const TIMES = new RegExp(`%%|(?:[\\s,]|(?<=%d)T)*${TIME}(?:[^%]*${TIME})*`, "g");
const ZONE = /%%|[\s([]*%-?[Zz][)\]]*/g;

function without(format: string, part: RegExp): string | null {
  const rest = format.replace(part, (found) => (found === "%%" ? found : "")).trim();
  return /%[^%]/.test(rest) ? rest : null;
}

/** Without hours and zone, which a day has none of; null: nothing is left. */
export function ofDay(format: string): string | null {
  return without(format.replaceAll("%c", "%a %b %e %Y"), TIMES);
}

/** Without the zone, where that stands elsewhere; null: nothing is left. */
export function withoutZone(format: string): string | null {
  return without(format, ZONE);
}

/** Formats a date: `%d.%m.%Y`, `%I:%M %p`, `%-d %B`. Unknown directives stay as they are. */
export function strftime(format: string, date: Date, zone: string, tag: string): string {
  return format.replace(/%(-?)([A-Za-z%])/g, (all, bare: string, letter: string) => {
    const value = field(letter, date, zone, tag);
    if (value === undefined) return all;
    return bare ? value.replace(/^[0 ]+(?=\d)/, "") : value;
  });
}
