import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { chartOf, heightOf, PERIODS, type Period, PLANE } from "#lib/site/charts/chart.ts";

const NOW = 1_795_000_000;

const metric = (given: Partial<Metric> = {}): Metric => ({
  id: 1,
  title: "Response time",
  unit: "ms",
  type: "rt",
  enabled: true,
  visible: true,
  remote_id: null,
  remote_name: null,
  status: "active",
  latest_entry_time: NOW,
  threshold: null,
  featured_number: "avg",
  order: 1,
  integration_id: null,
  service_id: null,
  ...given,
});

const point = (time: number, value: number, count = 1) => ({
  time,
  value,
  count,
  min: value,
  max: value,
  last: value,
});

const anyPoints = fc.array(
  fc
    .record({
      ago: fc.integer({ min: 1, max: PERIODS.month.seconds }),
      value: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      count: fc.integer({ min: 1, max: 60 }),
    })
    .map(({ ago, value, count }) => point(NOW - ago, value, count)),
  { maxLength: 200 },
);
const anyPeriod = fc.constantFrom<Period>("day", "week", "month");

test("a chart's rows, weighed by what is in them, have the mean of all that was measured in its period", () => {
  fc.assert(
    fc.property(anyPoints, anyPeriod, (points, period) => {
      const { seconds, row_seconds } = PERIODS[period];
      const inside = points.filter(({ time }) => time >= NOW - seconds);
      const chart = chartOf(metric(), inside, period, NOW);
      if (inside.length === 0) return expect(chart).toBeNull();
      expect(chart?.rows).toHaveLength(seconds / row_seconds);
      const counted = (from: number) =>
        inside
          .filter(({ time }) => time >= from && time < from + row_seconds)
          .reduce((sum, { count }) => sum + count, 0);
      const sum = chart?.rows.reduce(
        (all, { from, value }) => all + (value ?? 0) * counted(from),
        0,
      );
      const expected = inside.reduce((all, { value, count }) => all + value * count, 0);
      expect(Math.abs((sum ?? 0) - expected)).toBeLessThan(1e-3);
    }),
  );
});

test("every value, and the threshold, stands within the plane", () => {
  fc.assert(
    fc.property(
      anyPoints.filter((points) => points.length > 0),
      fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
      fc.constantFrom<Metric["type"]>("rt", "up"),
      (points, threshold, type) => {
        const chart = chartOf(metric({ threshold, type }), points, "month", NOW);
        if (!chart) throw new Error("nothing was drawn");
        const shown = [...chart.values, threshold].filter((value) => value !== null);
        for (const value of [...shown, ...chart.scale.ticks]) {
          const height = heightOf(value, chart.scale);
          expect(height).toBeGreaterThanOrEqual(-0.1);
          expect(height).toBeLessThanOrEqual(PLANE.height + 0.1);
        }
      },
    ),
  );
});

test("the line is broken where nothing was measured, and a lone value is a dot", () => {
  const { step_seconds, seconds } = PERIODS.day;
  const at = (step: number) => NOW - seconds + step * step_seconds;
  const points = [point(at(0), 10), point(at(1), 12), point(at(3), 14)];
  const chart = chartOf(metric(), points, "day", NOW);
  expect(chart?.values.slice(0, 5)).toEqual([10, 12, null, 14, null]);
  expect(chart?.line.match(/[ML]/g)?.join("")).toBe("ML");
  expect(chart?.dots.match(/[MLh]/g)?.join("")).toBe("Mh");
});

test("response times are drawn from nothing on, shares of time never beyond the whole", () => {
  const points = [point(NOW - 10, 99.2), point(NOW - 20_000, 99.9)];
  expect(chartOf(metric(), points, "day", NOW)?.scale.low).toBe(0);
  const { low, high } = chartOf(metric({ type: "up", unit: "%" }), points, "day", NOW)?.scale ?? {};
  expect(low).toBeGreaterThan(98);
  expect(high).toBe(100);
});

test("the line joins what is measured at its usual pace, however slow, and breaks where that fails", () => {
  const every = (minutes: number, skipped: (at: number) => boolean) =>
    Array.from({ length: Math.floor(1_440 / minutes) }, (_, at) => at)
      .filter((at) => !skipped(at))
      .map((at) => point(NOW - 60 * minutes * (at + 1), 5));
  const breaks = (points: ReturnType<typeof every>) =>
    (chartOf(metric(), points, "day", NOW)?.line.match(/M/g) ?? []).length;
  for (const minutes of [5, 20, 60]) {
    expect(breaks(every(minutes, () => false))).toBe(1);
    expect(breaks(every(minutes, (at) => at > 8 && at < 8 + 180 / minutes))).toBe(2);
  }
});
