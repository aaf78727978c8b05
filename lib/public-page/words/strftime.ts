import { memoized } from "#lib/memoized.ts";

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

// Making a formatter costs far more than using it.
const formatter = memoized(
  1_000,
  (language, letter = "", zone) =>
    new Intl.DateTimeFormat(language, { ...PARTS[letter], timeZone: zone }),
);

function field(letter: string, date: Date, zone: string, tag: string): string | undefined {
  if (!PARTS[letter]) return undefined;
  const language = letter === "p" ? "en-US" : tag;
  const parts = formatter(language, letter, zone).formatToParts(date);
  const value = parts.find((part) => part.type === TYPES[letter])?.value ?? "";
  return /^[mdHIMS]$/.test(letter) ? value.padStart(2, "0") : value;
}

/**
 * A date in an operator's own format: `%d.%m.%Y`, `%I:%M %p`, `%-d %B`. An unknown directive stays
 * as it is.
 */
export function strftime(format: string, date: Date, zone: string, tag: string): string {
  return format.replace(/%(-?)([A-Za-z%])/g, (all, bare: string, letter: string) => {
    if (letter === "%") return "%";
    const value = field(letter, date, zone, tag);
    return value === undefined ? all : bare ? value.replace(/^0(?=\d)/, "") : value;
  });
}
