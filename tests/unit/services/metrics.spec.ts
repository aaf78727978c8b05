import { expect, test } from "@playwright/test";
import { fieldErrors, parseInput } from "#lib/core/fields/validation.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import {
  checkSpan,
  featuredNumber,
  latestPerTime,
  resolutionFor,
  spansOf,
} from "#lib/services/metric-entries/rules.ts";
import { RecordEntry } from "#lib/services/metric-entries/schema.ts";
import { metricStatus } from "#lib/services/metrics/metrics.ts";
import { CreateMetric, UpdateMetric } from "#lib/services/metrics/schema.ts";
import { DAY, HOUR, naivePoints } from "#tests/support/data/metrics.ts";

test("a day is drawn from entries, a week and a month by the hour, ninety days by the day", () => {
  const now = 2_000_000_000;
  const spans = [HOUR, DAY, 7 * DAY, 31 * DAY, 90 * DAY, 365 * DAY];
  expect(spans.map((span) => resolutionFor(now - span, now, now))).toEqual([
    "raw",
    "raw",
    "hour",
    "hour",
    "day",
    "day",
  ]);
});

test("a span must be one, and have no more than ten thousand points", () => {
  expect(() => checkSpan(0, 0, "raw")).toThrow(AppError);
  expect(() => checkSpan(0, 90 * DAY, "minute")).toThrow(AppError);
  expect(() => checkSpan(0, 90 * DAY, "hour")).not.toThrow();
});

test("a metric is active when it is enabled and its last entry is younger than an hour", () => {
  const now = "2026-11-20T12:00:00";
  expect(metricStatus(true, "2026-11-20T11:00:01", now)).toBe("active");
  expect(metricStatus(true, "2026-11-20T11:00:00", now)).toBe("inactive");
  expect(metricStatus(false, "2026-11-20T11:59:00", now)).toBe("inactive");
  expect(metricStatus(true, null, now)).toBe("inactive");
});

test("the featured number of rolled-up points is that of the entries in them", () => {
  const entries = [5, 1, 1, 1, 12, 4].map((value, index) => ({ time: index * 25 * 60, value }));
  for (const points of [naivePoints(entries, 1), naivePoints(entries, HOUR)]) {
    expect(featuredNumber(points, "avg")).toBe(4);
    expect(featuredNumber(points, "max")).toBe(12);
    expect(featuredNumber(points, "last")).toBe(4);
  }
  expect(featuredNumber([], "max")).toBeNull();
});

test("an entry's time may be left out, but is neither null nor 0", () => {
  expect(parseInput(RecordEntry, { value: 1 })).toEqual({ value: 1 });
  for (const time of [null, 0]) {
    const { error } = RecordEntry.safeParse({ time, value: 1 });
    expect(error && fieldErrors(error)).toEqual({ time: [{ code: "blank" }] });
  }
});

test("of several entries of one time the last counts, and each span is touched once", () => {
  const entries = [10, 20, 10].map((time, index) => ({ time, value: index }));
  expect(latestPerTime(entries)).toEqual([
    { time: 10, value: 2 },
    { time: 20, value: 1 },
  ]);
  expect(spansOf([7_300, 10, 3_599, 3_600], HOUR)).toEqual([0, HOUR, 2 * HOUR]);
});

test("a metric's zero values mean not given or null, and its integration may be a number in a text", () => {
  const zero = {
    title: "",
    unit: "",
    type: "",
    remote_id: "",
    featured_number: "",
    integration_id: "",
  };
  expect(parseInput(UpdateMetric, zero)).toEqual({ remote_id: null, integration_id: null });
  const given = { title: "a", unit: "ms", type: "up" };
  for (const integration_id of [7, "7"])
    expect(parseInput(CreateMetric, { ...given, integration_id }).integration_id).toBe(7);
  for (const integration_id of [0, "0", null])
    expect(parseInput(CreateMetric, { ...given, integration_id }).integration_id).toBeNull();
  for (const integration_id of ["a", "1.5", -1, 1.5, {}])
    expect(() => parseInput(CreateMetric, { ...given, integration_id })).toThrow(AppError);
});
