export type Sums = {
  up: number;
  down: number;
  /** Checks without a result; they count neither as up nor as down. */
  none: number;
  /** `timed`: successful checks with a response time. */
  timed: number;
  sum_ms: number;
  min_ms: number | null;
  max_ms: number | null;
};

/** Histogram buckets per doubling of the response time: each is 15 % wider than the one before. */
const PER_DOUBLING = 5;

function edgeOf(bucket: number): number {
  return 2 ** (bucket / PER_DOUBLING);
}

export type Counts = Pick<Sums, "up" | "down" | "none">;

export const NO_COUNTS: Counts = { up: 0, down: 0, none: 0 };

/** Turns the checks of days that an operator ignores into "no data". */
export function withoutIgnored<Day extends Counts & { service_id: number; day: string }>(
  days: readonly Day[],
  corrections: readonly { service_id: number; day: string; ignore_checks: boolean }[],
): Day[] {
  const ignored = corrections.filter(({ ignore_checks }) => ignore_checks);
  const isIgnored = ({ service_id, day }: Day) =>
    ignored.some((one) => one.service_id === service_id && one.day === day);
  return days.map((day) =>
    isIgnored(day) ? { ...day, up: 0, down: 0, none: day.up + day.down + day.none } : day,
  );
}

export function addCounts(days: readonly Counts[]): Counts {
  return days.reduce(
    (sum, { up, down, none }) => ({
      up: sum.up + up,
      down: sum.down + down,
      none: sum.none + none,
    }),
    NO_COUNTS,
  );
}

/** Percent, unrounded; null: no data. */
export function percentUp({ up, down }: Counts): number | null {
  return up + down > 0 ? (100 * up) / (up + down) : null;
}

/**
 * The response time in ms that a share of checks did not exceed, accurate to 15 %.
 * @param histograms counts per bucket; trailing zeros are omitted
 * @param share as 0.95
 * @returns null when nothing was timed
 */
export function quantileOf(histograms: readonly (readonly number[])[], share: number) {
  const length = Math.max(0, ...histograms.map((each) => each.length));
  const counts = Array.from({ length }, (_, bucket) =>
    histograms.reduce((sum, each) => sum + (each[bucket] ?? 0), 0),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && left <= count) {
      const [low, high] = [edgeOf(bucket), edgeOf(bucket + 1)];
      return low + ((high - low) * Math.max(0, left)) / count;
    }
    left -= count;
  }
  return edgeOf(length);
}
