import { nice, ticks } from "d3-array";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import type { Point } from "#lib/services/metric-entries/schema.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";

/** A chart's total time, and the steps of its line and table. */
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

export function periodOf(asked: unknown): Period {
  return isPeriod(asked) ? asked : "day";
}

/** The drawing area; browsers stretch it. */
export const PLANE = { width: 600, height: 160 };

const GRIDLINES = 3;
const MAX_SHARE = 100;

export type ChartedSeries = Pick<
  Metric,
  "id" | "title" | "unit" | "type" | "threshold" | "featured_number"
>;

type Scale = { low: number; high: number; ticks: number[] };

export type Chart = {
  from: number;
  step_seconds: number;
  values: (number | null)[];
  /** Coarser means for the table; `from` in Unix seconds. */
  rows: { from: number; value: number | null }[];
  scale: Scale;
  /** The line breaks where measurements are missing. */
  line: string;
  dots: string;
};

type Steps = { from: number; seconds: number; step_seconds: number };

/** Means of equal steps, weighted by entries. */
function meansOf(points: readonly Point[], { from, seconds, step_seconds }: Steps) {
  const sums = Array.from({ length: seconds / step_seconds }, () => ({ sum: 0, count: 0 }));
  for (const { time, value, count } of points) {
    const step = sums[Math.floor((Math.max(time, from) - from) / step_seconds)];
    if (!step) continue;
    step.sum += value * count;
    step.count += count;
  }
  return sums.map(({ sum, count }) => (count === 0 ? null : sum / count));
}

/** Response times start at 0; percentages end at 100. */
function scaleOf(values: readonly number[], { type, threshold }: ChartedSeries): Scale {
  const shown = threshold === null ? values : [...values, threshold];
  const most = Math.max(...shown);
  const least = type === "rt" ? Math.min(0, ...shown) : Math.min(...shown);
  const room = most > least ? most - least : Math.abs(most) || 1;
  const bottom = type === "rt" ? least : least - room / 10;
  const [low, top] = nice(bottom, most + room / 10, GRIDLINES);
  const high = type === "up" && most <= MAX_SHARE ? Math.min(top, MAX_SHARE) : top;
  return { low, high, ticks: ticks(low, high, GRIDLINES) };
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Distance of a value from the top. */
export function heightOf(value: number, { low, high }: Scale): number {
  return rounded(PLANE.height * (1 - (value - low) / (high - low || 1)));
}

/**
 * The usual number of steps between measurements: the largest that occurs in a tenth of all cases,
 * and more than once.
 */
function rhythmOf(steps: readonly number[]): number {
  const distances = steps.slice(1).map((step, index) => step - (steps[index] ?? 0));
  const cases = Map.groupBy(distances, (distance) => distance);
  const least = Math.max(2, distances.length / 10);
  return Math.max(
    1,
    ...[...cases].flatMap(([steps, { length }]) => (length >= least ? steps : [])),
  );
}

function pathsOf(values: readonly (number | null)[], scale: Scale) {
  const width = PLANE.width / values.length;
  const steps = [...values.keys()].filter((index) => values[index] !== null);
  const rhythm = rhythmOf(steps);
  let [line, dots] = ["", ""];
  for (const [place, step] of steps.entries()) {
    const isFirst = step - (steps[place - 1] ?? -Infinity) > rhythm;
    const isLast = (steps[place + 1] ?? Infinity) - step > rhythm;
    const at = `${rounded((step + 0.5) * width)} ${heightOf(values[step] ?? 0, scale)}`;
    if (isFirst && isLast) dots += `M${at}h.1`;
    else line += `${isFirst ? "M" : "L"}${at}`;
  }
  return { line, dots };
}

/**
 * Draws a metric's points over a period that ends now.
 * @param now_s Unix seconds
 * @returns null without measurements
 */
export function chartOf(
  metric: ChartedSeries,
  points: readonly Point[],
  period: Period,
  now_s: number,
): Chart | null {
  const { seconds, step_seconds, row_seconds } = PERIODS[period];
  const from = now_s - seconds;
  const values = meansOf(points, { from, seconds, step_seconds });
  const measured = values.filter((value) => value !== null);
  if (measured.length === 0) return null;
  const scale = scaleOf(measured, metric);
  const rows = meansOf(points, { from, seconds, step_seconds: row_seconds }).map(
    (value, index) => ({ from: from + index * row_seconds, value }),
  );
  return { from, step_seconds, values, rows, scale, ...pathsOf(values, scale) };
}
