import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Point, Resolution } from "#lib/services/metric-entries/schema.ts";
import { HOUR_SECONDS, keptFrom } from "#lib/services/metric-entries/times.ts";
import type { FeaturedNumber } from "#lib/services/metrics/schema.ts";

export const MAX_POINTS = 10_000;
/** More entries than that in a chart's span are read by the minute. */
export const MAX_RAW_POINTS = 1_500;

/** The width of a point; a raw one has none. */
export const STEP_SECONDS: Record<Resolution, number> = {
  raw: 1,
  minute: 60,
  hour: HOUR_SECONDS,
  day: DAY_SECONDS,
};

const MAX_RAW_SECONDS = 36 * HOUR_SECONDS;
const MAX_HOURLY_SECONDS = 35 * DAY_SECONDS;

/**
 * How finely a span is drawn: a day from raw entries, a week or a month by the hour, more by the
 * day; more coarsely where that is all that is kept.
 */
export function resolutionFor(from: number, to: number, now_s: number): Resolution {
  const kept = keptFrom(now_s);
  if (to - from <= MAX_RAW_SECONDS && from >= kept.raw) return "raw";
  return to - from <= MAX_HOURLY_SECONDS && from >= kept.hours ? "hour" : "day";
}

/**
 * @throws {AppError} `bad_request` for a span that does not end after it begins, or that has too
 * many points
 */
export function checkSpan(from: number, to: number, resolution: Resolution): void {
  if (from >= to) throw new AppError("bad_request", "from must be before to");
  const width = resolution === "raw" ? STEP_SECONDS.minute : STEP_SECONDS[resolution];
  if ((to - from) / width > MAX_POINTS)
    throw new AppError(
      "bad_request",
      `That would be more than ${MAX_POINTS} points: ask for a coarser resolution`,
    );
}

/** The number that stands beside a chart; null when there is nothing to count. */
export function featuredNumber(points: Point[], featured: FeaturedNumber): number | null {
  if (points.length === 0) return null;
  if (featured === "last") return points.at(-1)?.last ?? null;
  if (featured === "max")
    return points.reduce((most, { max }) => Math.max(most, max), Number.NEGATIVE_INFINITY);
  const sum = points.reduce((total, { value, count }) => total + value * count, 0);
  return sum / points.reduce((total, { count }) => total + count, 0);
}
