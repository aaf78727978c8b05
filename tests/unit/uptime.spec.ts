import { expect, test } from "@playwright/test";
import type { ServiceDay } from "#lib/uptime/queries.ts";
import { firstDayOf, lastDays, uptimePercent } from "#lib/uptime/uptime.ts";

const BERLIN = "Europe/Berlin";
const DAY = 86_400;

function row(day: string, seconds: Partial<ServiceDay>): ServiceDay {
  const none = { major_seconds: 0, minor_seconds: 0, maintenance_seconds: 0, counted_maintenance_seconds: 0 };
  return { service_id: 1, day, incidents: 1, ...none, ...seconds };
}

const week = { days: 7, now: "2026-11-20T11:00:00", inserted_at: "2020-01-01T00:00:00", time_zone: BERLIN };
const elapsed = 6 * DAY + 12 * 3600;

test("a service to which nothing happened was up all the time", () => {
  expect(uptimePercent([], week)).toBe(100);
});

test("major counts in full, minor with 30 %, maintenance only where it affects uptime", () => {
  const of = (down: number) => 100 * (1 - down / elapsed);
  expect(uptimePercent([row("2026-11-18", { major_seconds: 3600 })], week)).toBeCloseTo(of(3600), 10);
  expect(uptimePercent([row("2026-11-18", { minor_seconds: 3600 })], week)).toBeCloseTo(of(1080), 10);
  expect(uptimePercent([row("2026-11-18", { maintenance_seconds: 3600 })], week)).toBe(100);
  expect(uptimePercent([row("2026-11-18", { maintenance_seconds: 3600, counted_maintenance_seconds: 600 })], week)).toBeCloseTo(
    of(600),
    10,
  );
});

test("days outside the window do not count", () => {
  expect(uptimePercent([row("2026-11-13", { major_seconds: DAY }), row("2026-11-21", { major_seconds: DAY })], week)).toBe(100);
});

test("days of 23 and 25 hours have their true length", () => {
  const short = { ...week, days: 1, now: "2026-03-29T21:59:59" };
  expect(uptimePercent([row("2026-03-29", { major_seconds: 3600 })], short)).toBeCloseTo(100 * (1 - 3600 / (23 * 3600 - 1)), 10);
  const long = { ...week, days: 2, now: "2026-10-26T11:00:00" };
  expect(uptimePercent([row("2026-10-25", { major_seconds: 25 * 3600 })], long)).toBeCloseTo(100 * (1 - 25 / 37), 10);
});

test("today counts up to now", () => {
  expect(uptimePercent([row("2026-11-20", { major_seconds: 12 * 3600 })], { ...week, days: 1 })).toBe(0);
});

test("a service younger than the window counts from its first day, or from its earliest recorded incident", () => {
  const young = { ...week, inserted_at: "2026-11-19T20:00:00" };
  expect(uptimePercent([row("2026-11-20", { major_seconds: 3600 })], young)).toBeCloseTo(100 * (1 - 1 / 36), 10);
  expect(uptimePercent([row("2026-11-18", { major_seconds: 3600 })], young)).toBeCloseTo(100 * (1 - 1 / 60), 10);
});

test("in the first second of a young service's first day it is up", () => {
  expect(uptimePercent([], { ...week, days: 1, now: "2026-11-19T23:00:00" })).toBe(100);
});

test("the days of a window end with today in the page's zone", () => {
  expect(lastDays(3, "2026-11-20T23:30:00", BERLIN)).toEqual(["2026-11-19", "2026-11-20", "2026-11-21"]);
  expect(firstDayOf(90, "2026-11-20T11:00:00", BERLIN)).toBe("2026-08-23");
});
