import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  addCounts,
  NO_COUNTS,
  percentUp,
  quantileOf,
  withoutIgnored,
} from "#lib/services/check-history/sums.ts";

const bucketOf = (ms: number) => Math.floor(5 * Math.log2(Math.max(ms, 1)) + 1e-9);

function histogramOf(times: readonly number[]): number[] {
  const counts = Array.from({ length: 80 }, () => 0);
  for (const time of times) counts[bucketOf(time)] = (counts[bucketOf(time)] ?? 0) + 1;
  return counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
}

test("a quantile over any days is within 15 % of the true one", () => {
  const times = fc.array(fc.array(fc.integer({ min: 1, max: 12_000 }), { maxLength: 60 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95, 0.99), (days, share) => {
      const all = days.flat().sort((a, b) => a - b);
      const told = quantileOf(days.map(histogramOf), share);
      const real = all[Math.ceil(share * all.length) - 1];
      if (real === undefined) return expect(told).toBeNull();
      expect(told).toBeGreaterThanOrEqual(real / 1.15);
      expect(told).toBeLessThanOrEqual(real * 1.15);
    }),
    { seed: 1 },
  );
});

test("a quantile lies in its bucket as far as its share of the bucket's checks", () => {
  expect(quantileOf([[0, 0, 0, 0, 0, 4]], 0.5)).toBeCloseTo(2 + (2 ** 1.2 - 2) / 2, 10);
  expect(quantileOf([[0, 0, 0, 0, 0, 4]], 0)).toBe(2);
  expect(quantileOf([[4], [0, 0, 0, 0, 0, 4]], 0.5)).toBeCloseTo(2 ** 0.2, 10);
  expect(quantileOf([[], [0]], 0.5)).toBeNull();
});

test("what says nothing counts for neither, and nothing at all has no percentage", () => {
  expect(percentUp({ up: 3, down: 1, none: 96 })).toBe(75);
  expect(percentUp({ up: 1, down: 3, none: 0 })).toBe(25);
  expect(percentUp({ up: 0, down: 3, none: 0 })).toBe(0);
  expect(percentUp({ up: 0, down: 0, none: 9 })).toBeNull();
  expect(addCounts([])).toEqual(NO_COUNTS);
  const days = [
    { up: 1, down: 2, none: 3 },
    { up: 4, down: 5, none: 6 },
  ];
  expect(addCounts(days)).toEqual({ up: 5, down: 7, none: 9 });
});

test("only the checks of the very day and service that are ignored turn into no data", () => {
  const sums = { up: 4, down: 3, none: 2 };
  const on = (service_id: number, day: string) => ({ service_id, day, ...sums });
  const days = [on(1, "2026-05-01"), on(1, "2026-05-02"), on(2, "2026-05-01")];
  const ignore = (ignore_checks: boolean) =>
    withoutIgnored(days, [{ service_id: 1, day: "2026-05-01", ignore_checks }]);
  const [first, ...others] = days;
  expect(ignore(true)).toEqual([{ ...first, up: 0, down: 0, none: 9 }, ...others]);
  expect(ignore(false)).toEqual(days);
});
