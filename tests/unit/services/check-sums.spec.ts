import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { addCounts, NO_COUNTS, percentUp, quantileOf } from "#lib/services/check-history/sums.ts";

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

test("what says nothing counts for neither, and nothing at all has no percentage", () => {
  expect(percentUp({ up: 3, down: 1, none: 96 })).toBe(75);
  expect(percentUp({ up: 0, down: 0, none: 9 })).toBeNull();
  expect(addCounts([])).toEqual(NO_COUNTS);
  const days = [
    { up: 1, down: 2, none: 3 },
    { up: 4, down: 5, none: 6 },
  ];
  expect(addCounts(days)).toEqual({ up: 5, down: 7, none: 9 });
});
