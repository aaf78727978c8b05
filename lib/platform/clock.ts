export const DAY_SECONDS = 86_400;

let offset_ms = 0;

/** The present, as a `Date`. All time in Allclear comes from here. */
export function now(): Date {
  return new Date(Date.now() + offset_ms);
}

/** The present as the wire and the database spell it: UTC, whole seconds, `YYYY-MM-DDTHH:MM:SS`. */
export function wireNow(): string {
  return toWire(now());
}

export function toWire(time: Date | Temporal.Instant): string {
  return (
    time instanceof Date ? time.toISOString() : time.toString({ smallestUnit: "second" })
  ).slice(0, 19);
}

/** An instant from the wire's spelling. */
export function fromWire(time: string): Temporal.Instant {
  return Temporal.Instant.from(`${time}Z`);
}

/** The wire time so many seconds after another one; before it where they are negative. */
export function later(time: string, seconds: number): string {
  return toWire(fromWire(time).add({ seconds }));
}

/** Seconds from one wire time to another; negative when `to` is earlier. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1000;
}

/** The earlier of two wire times, or of two days. */
export function earlierOf(a: string, b: string): string {
  return b < a ? b : a;
}

/** The later of two wire times, or of two days. */
export function laterOf(a: string, b: string): string {
  return b < a ? a : b;
}

/** For tests: moves the clock of this process. */
export function shiftClock(by_ms: number): void {
  offset_ms = by_ms;
}
