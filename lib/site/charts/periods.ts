import { DAY_SECONDS } from "#lib/platform/clock.ts";

/** What a chart can show: the time up to now, how its line is divided, and how its table. */
export const PERIODS = {
  day: { seconds: DAY_SECONDS, step_seconds: 900, row_seconds: 3_600 },
  week: { seconds: 7 * DAY_SECONDS, step_seconds: 7_200, row_seconds: 21_600 },
  month: { seconds: 30 * DAY_SECONDS, step_seconds: 28_800, row_seconds: DAY_SECONDS },
  quarter: { seconds: 90 * DAY_SECONDS, step_seconds: DAY_SECONDS, row_seconds: 7 * DAY_SECONDS },
} as const;

export type Period = keyof typeof PERIODS;

export function isPeriod(value: unknown): value is Period {
  return typeof value === "string" && Object.hasOwn(PERIODS, value);
}

/** The period that an address asks for; a day where it asks for none that there is. */
export function periodOf(asked: unknown): Period {
  return isPeriod(asked) ? asked : "day";
}
