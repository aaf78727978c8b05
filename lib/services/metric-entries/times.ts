import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import type { Entry } from "#lib/services/metric-entries/schema.ts";

export const HOUR_SECONDS = 3_600;

/** How long entries are kept as they came, and hours; after that their days tell. */
const RAW_DAYS = 100;
const HOUR_DAYS = 400;
const MAX_AHEAD_SECONDS = HOUR_SECONDS;

/**
 * Entries must not be of the future; clocks may differ by an hour.
 * @throws {AppError} `invalid`, by `path` (one entry: "time")
 */
export function checkTimes(entries: Entry[], now_s: number, path: (index: number) => string): void {
  const max = now_s + MAX_AHEAD_SECONDS;
  const errors: FieldErrors = {};
  for (const [index, { time }] of entries.entries())
    if (time > max) errors[path(index)] = [{ code: "too_large", values: { max } }];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * From when on entries are kept as they came, and from when on their hours are, in Unix seconds.
 * Both move by whole spans, so that no hour, or day, is ever partly gone.
 */
export function keptFrom(now_s: number): { raw: number; hours: number } {
  const raw = Math.floor((now_s - RAW_DAYS * DAY_SECONDS) / HOUR_SECONDS) * HOUR_SECONDS;
  const hours = Math.floor((now_s - HOUR_DAYS * DAY_SECONDS) / DAY_SECONDS) * DAY_SECONDS;
  return { raw, hours };
}

/** Entries by what is kept of them: themselves, their hours, or their days alone. */
export function byAge(entries: Entry[], now_s: number): Record<"raw" | "hours" | "days", Entry[]> {
  const from = keptFrom(now_s);
  return {
    raw: entries.filter(({ time }) => time >= from.raw),
    hours: entries.filter(({ time }) => time >= from.hours && time < from.raw),
    days: entries.filter(({ time }) => time < from.hours),
  };
}

/** One entry for each time: the last that was given for it. */
export function lastOfEachTime(entries: Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.time, entry])).values()];
}

/**
 * The beginnings of the spans of `seconds` (from the epoch on) that have at least one of the times.
 */
export function spansOf(times: number[], seconds: number): number[] {
  return [...new Set(times.map((time) => Math.floor(time / seconds) * seconds))].sort(
    (a, b) => a - b,
  );
}
