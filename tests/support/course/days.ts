// The calendar days of a zone, found by looking at one moment after the other. Seconds since 1970.

const CHUNK = 900;

export type Span = { from: number; to: number };

const dayFormats = new Map<string, Intl.DateTimeFormat>();

export function dayOf(at: number, timeZone: string): string {
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  dayFormats.set(timeZone, format);
  return format.format(at * 1000);
}

const begins = new Map<string, number>();

/** When a day begins, found by looking at one quarter of an hour after the other. */
export function beginOf(day: string, zone: string): number {
  const known = begins.get(`${zone} ${day}`);
  if (known !== undefined) return known;
  let at = Date.parse(`${day}T00:00:00Z`) / 1000 - 15 * 3_600;
  while (dayOf(at, zone) < day) at += CHUNK;
  begins.set(`${zone} ${day}`, at);
  return at;
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}

export function spanOf(day: string, zone: string): Span {
  return { from: beginOf(day, zone), to: beginOf(dayAfter(day), zone) };
}

export function without(span: Span, taken: Span): Span[] {
  const before = { from: span.from, to: Math.min(span.to, taken.from) };
  const after = { from: Math.max(span.from, taken.to), to: span.to };
  return [before, after].filter(({ from, to }) => from < to);
}

export const lengthOf = (spans: readonly Span[]) =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0);
