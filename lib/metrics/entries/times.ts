import { DAY_SECONDS } from "#lib/clock.ts";
import { type FieldErrors, invalid } from "#lib/errors.ts";
import type { Entry } from "#lib/metrics/entries/schema.ts";

export const HOUR_SECONDS = 3_600;
export const WEEK_SECONDS = 604_800;

/** How long entries are kept as they came; after that their hours and days tell. */
export const RAW_DAYS = 100;
const MAX_AHEAD_SECONDS = HOUR_SECONDS;

/**
 * Entries must be of a time whose raw entries are kept, and not of the future; clocks may differ by an hour.
 * @throws {AppError} `invalid`, by `path` (one entry: "time")
 */
export function checkTimes(entries: Entry[], now_s: number, path: (index: number) => string): void {
  const min = now_s - RAW_DAYS * DAY_SECONDS;
  const max = now_s + MAX_AHEAD_SECONDS;
  const errors: FieldErrors = {};
  for (const [index, { time }] of entries.entries()) {
    if (time < min) errors[path(index)] = [{ code: "too_small", values: { min } }];
    if (time > max) errors[path(index)] = [{ code: "too_large", values: { max } }];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** One entry for each time: the last that was given for it. */
export function lastOfEachTime(entries: Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.time, entry])).values()];
}

/** The beginnings of the spans of `seconds` (from the epoch on) that have at least one of the times. */
export function spansOf(times: number[], seconds: number): number[] {
  return [...new Set(times.map((time) => Math.floor(time / seconds) * seconds))].sort((a, b) => a - b);
}
