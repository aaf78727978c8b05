import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { AppError, type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import type { Entry, Point, Resolution } from "#lib/services/metric-entries/schema.ts";
import type { FeaturedNumber } from "#lib/services/metrics/schema.ts";

export const HOUR_SECONDS = 3_600;

/** Days that raw entries, and hours, are kept. Daily sums stay. */
const RAW_DAYS = 100;
const HOUR_DAYS = 400;
const MAX_AHEAD_SECONDS = HOUR_SECONDS;

/** Clocks may differ by an hour. @throws {AppError} `invalid` on `path(index)` */
export function checkTimes(entries: Entry[], now_s: number, path: (index: number) => string): void {
  const max = now_s + MAX_AHEAD_SECONDS;
  const errors: FieldErrors = {};
  for (const [index, { time }] of entries.entries())
    if (time > max) errors[path(index)] = [{ code: "too_large", values: { max } }];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** The earliest kept entry and hour, Unix seconds; whole spans, so that none is partly deleted. */
export function retainedFrom(now_s: number): { raw: number; hours: number } {
  const raw = Math.floor((now_s - RAW_DAYS * DAY_SECONDS) / HOUR_SECONDS) * HOUR_SECONDS;
  const hours = Math.floor((now_s - HOUR_DAYS * DAY_SECONDS) / DAY_SECONDS) * DAY_SECONDS;
  return { raw, hours };
}

export function splitByAge(
  entries: Entry[],
  now_s: number,
): Record<"raw" | "hours" | "days", Entry[]> {
  const from = retainedFrom(now_s);
  return {
    raw: entries.filter(({ time }) => time >= from.raw),
    hours: entries.filter(({ time }) => time >= from.hours && time < from.raw),
    days: entries.filter(({ time }) => time < from.hours),
  };
}

export function latestPerTime(entries: Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.time, entry])).values()];
}

/** Start times of the spans that contain any of these times. */
export function spansOf(times: number[], seconds: number): number[] {
  return [...new Set(times.map((time) => Math.floor(time / seconds) * seconds))].sort(
    (a, b) => a - b,
  );
}

export const MAX_POINTS = 10_000;
/** More entries than this are read per minute. */
export const MAX_RAW_POINTS = 1_500;

export const STEP_SECONDS: Record<Resolution, number> = {
  raw: 1,
  minute: 60,
  hour: HOUR_SECONDS,
  day: DAY_SECONDS,
};

const MAX_RAW_SECONDS = 36 * HOUR_SECONDS;
const MAX_HOURLY_SECONDS = 35 * DAY_SECONDS;

/** Raw up to 36 hours, hourly up to 35 days, then daily; coarser where finer data is deleted. */
export function resolutionFor(from: number, to: number, now_s: number): Resolution {
  const kept = retainedFrom(now_s);
  if (to - from <= MAX_RAW_SECONDS && from >= kept.raw) return "raw";
  return to - from <= MAX_HOURLY_SECONDS && from >= kept.hours ? "hour" : "day";
}

/** @throws {AppError} `bad_request` for an empty span, or for too many points */
export function checkSpan(from: number, to: number, resolution: Resolution): void {
  if (from >= to) throw new AppError("bad_request", "from must be before to");
  const width = resolution === "raw" ? STEP_SECONDS.minute : STEP_SECONDS[resolution];
  if ((to - from) / width > MAX_POINTS)
    throw new AppError(
      "bad_request",
      `That would be more than ${MAX_POINTS} points: ask for a coarser resolution`,
    );
}

/** null: no points. */
export function featuredNumber(points: Point[], featured: FeaturedNumber): number | null {
  if (points.length === 0) return null;
  if (featured === "last") return points.at(-1)?.last ?? null;
  if (featured === "max")
    return points.reduce((most, { max }) => Math.max(most, max), Number.NEGATIVE_INFINITY);
  const sum = points.reduce((total, { value, count }) => total + value * count, 0);
  return sum / points.reduce((total, { count }) => total + count, 0);
}
