import { expect, test } from "@playwright/test";
import { fieldErrors, parseInput } from "#lib/core/fields/validation.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import {
  checkSpan,
  checkTimes,
  featuredNumber,
  latestPerTime,
  resolutionFor,
  retainedFrom,
  spansOf,
  splitByAge,
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

test("the resolution changes at 36 hours and at 35 days, and where finer entries are gone", () => {
  const now = 2_000_000_000;
  const { raw, hours } = retainedFrom(now);
  const at = (from: number, span: number) => resolutionFor(from, from + span, now);
  const longest = [36 * HOUR, 36 * HOUR + 1, 35 * DAY, 35 * DAY + 1];
  expect(longest.map((span) => at(raw, span))).toEqual(["raw", "hour", "hour", "day"]);
  expect([raw, raw - 1, hours, hours - 1].map((from) => at(from, HOUR))).toEqual([
    "raw",
    "hour",
    "hour",
    "day",
  ]);
  expect([now - raw, now - hours].map((age) => Math.floor(age / DAY))).toEqual([100, 400]);
  expect([raw % HOUR, hours % DAY]).toEqual([0, 0]);
});

test("each entry is kept in the finest form for its age", () => {
  const now = 2_000_000_000;
  const { raw, hours } = retainedFrom(now);
  const split = splitByAge(
    [now, raw, raw - 1, hours, hours - 1, 1].map((time) => ({ time, value: 1 })),
    now,
  );
  const times = (entries: { time: number }[]) => entries.map(({ time }) => time);
  expect([times(split.raw), times(split.hours), times(split.days)]).toEqual([
    [now, raw],
    [raw - 1, hours],
    [hours - 1, 1],
  ]);
});

test("an entry may be an hour ahead, and each that is more is named", () => {
  const entries = [HOUR, HOUR + 1, 0, 2 * HOUR].map((ahead) => ({ time: 1_000 + ahead, value: 1 }));
  const check = (list: typeof entries) => checkTimes(list, 1_000, (index) => `entries.${index}`);
  expect(() => check(entries.slice(0, 1))).not.toThrow();
  const errors = [{ code: "too_large", values: { max: 1_000 + HOUR } }];
  expect(() => check(entries)).toThrow(
    expect.objectContaining({ fields: { "entries.1": errors, "entries.3": errors } }),
  );
});

test("a span must be one, and have no more than ten thousand points", () => {
  const widths = { raw: 60, minute: 60, hour: HOUR, day: DAY };
  for (const [resolution, width] of Object.entries(widths)) {
    const check = (from: number, to: number) => () =>
      checkSpan(from, to, resolution as keyof typeof widths);
    expect(check(5, 5)).toThrow(expect.objectContaining({ code: "bad_request" }));
    expect(check(5, 4)).toThrow(expect.objectContaining({ code: "bad_request" }));
    expect(check(5, 5 + 10_000 * width)).not.toThrow();
    expect(check(5, 6 + 10_000 * width)).toThrow(expect.objectContaining({ code: "bad_request" }));
  }
});

test("a metric is active when it is enabled and its last entry is younger than an hour", () => {
  const now = "2026-11-20T12:00:00";
  expect(metricStatus(true, "2026-11-20T11:00:01", now)).toBe("active");
  expect(metricStatus(true, "2026-11-20T11:00:00", now)).toBe("inactive");
  expect(metricStatus(false, "2026-11-20T11:59:00", now)).toBe("inactive");
  expect(metricStatus(true, null, now)).toBe("inactive");
});

test("the featured number of rolled-up points is that of the entries in them", () => {
  const entries = [4, 1, 1, 1, 12, 5].map((value, index) => ({ time: index * 25 * 60, value }));
  for (const points of [naivePoints(entries, 1), naivePoints(entries, HOUR)]) {
    expect(featuredNumber(points, "avg")).toBe(4);
    expect(featuredNumber(points, "max")).toBe(12);
    expect(featuredNumber(points, "last")).toBe(5);
  }
  for (const featured of ["avg", "max", "last"] as const)
    expect(featuredNumber([], featured)).toBeNull();
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
