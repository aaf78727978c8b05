import { expect, test } from "@playwright/test";
import { firstDayOf, lastDays } from "#lib/platform/clock.ts";
import { uptimePercent } from "#lib/services/uptime/uptime.ts";

const BERLIN = "Europe/Berlin";
const DAY = 86_400;

function row(day: string, downtime_seconds: number) {
  return { day, downtime_seconds };
}

const week = {
  days: 7,
  now: "2026-11-20T11:00:00",
  first_day: "2020-01-01",
  time_zone: BERLIN,
};

test("a service to which nothing happened was up all the time", () => {
  expect(uptimePercent([], week)).toBe(100);
});

test("days outside the window do not count", () => {
  expect(uptimePercent([row("2026-11-13", DAY), row("2026-11-21", DAY)], week)).toBe(100);
});

test("days of 23 and 25 hours have their true length", () => {
  const short = { ...week, days: 1, now: "2026-03-29T21:59:59" };
  expect(uptimePercent([row("2026-03-29", 3600)], short)).toBeCloseTo(
    100 * (1 - 3600 / (23 * 3600 - 1)),
    10,
  );
  const long = { ...week, days: 2, now: "2026-10-26T11:00:00" };
  expect(uptimePercent([row("2026-10-25", 25 * 3600)], long)).toBeCloseTo(100 * (1 - 25 / 37), 10);
});

test("today counts up to now", () => {
  expect(uptimePercent([row("2026-11-20", 12 * 3600)], { ...week, days: 1 })).toBe(0);
});

test("a service that is known of for less long than the window counts from its first day", () => {
  const young = { ...week, first_day: "2026-11-19" };
  expect(uptimePercent([row("2026-11-20", 3600)], young)).toBeCloseTo(100 * (1 - 1 / 36), 10);
});

test("in the first second of a young service's first day it is up", () => {
  expect(uptimePercent([], { ...week, days: 1, now: "2026-11-19T23:00:00" })).toBe(100);
});

test("the days of a window end with today in the page's zone", () => {
  expect(lastDays(3, "2026-11-20T23:30:00", BERLIN)).toEqual([
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
  ]);
  expect(firstDayOf(90, "2026-11-20T11:00:00", BERLIN)).toBe("2026-08-23");
});
