import { nice, rollup, ticks } from "d3-array";
import type { Point } from "#lib/services/metric-entries/schema.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { PERIODS, type Period } from "#lib/site/charts/periods.ts";

/** The plane that a chart is drawn on; it is stretched to the room there is. */
export const PLANE = { width: 600, height: 160 };

const GRIDLINES = 3;
const MAX_SHARE = 100;

/** What is said of a chart: of a metric, or of response times. */
export type Drawn = Pick<
  Metric,
  "id" | "title" | "unit" | "type" | "threshold" | "featured_number"
>;

type Scale = { low: number; high: number; ticks: number[] };

export type Chart = {
  /** Unix seconds at which the first step begins. */
  from: number;
  step_seconds: number;
  /** The mean of each step; null where nothing was measured. */
  values: (number | null)[];
  /** The same in the rows of a table; `from` in Unix seconds. */
  rows: { from: number; value: number | null }[];
  /** Where gridlines stand, by their value. */
  scale: Scale;
  /** The line, broken where nothing was measured though it was time to. */
  line: string;
  /** Values with nothing measured before and after them. */
  dots: string;
};

type Steps = { from: number; seconds: number; step_seconds: number };

/** Means of equal steps; each point counts as often as entries are in it. */
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

/** Response times begin at nothing; a share of time never goes beyond the whole. */
function scaleOf(values: readonly number[], { type, threshold }: Drawn): Scale {
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

/** How far from the top of the plane a value stands. */
export function heightOf(value: number, { low, high }: Scale): number {
  return rounded(PLANE.height * (1 - (value - low) / (high - low || 1)));
}

/**
 * How many steps lie between two measurements as a rule: the most that occur in a tenth of all
 * cases, and more than once.
 */
function rhythmOf(steps: readonly number[]): number {
  const distances = steps.slice(1).map((step, index) => step - (steps[index] ?? 0));
  const cases = rollup(
    distances,
    ({ length }) => length,
    (distance) => distance,
  );
  const least = Math.max(2, distances.length / 10);
  return Math.max(1, ...[...cases].flatMap(([steps, count]) => (count >= least ? steps : [])));
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
 * How a metric's points look over a period that ends now.
 * @param now_s Unix seconds
 * @returns null when nothing was measured in it
 */
export function chartOf(
  metric: Drawn,
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
