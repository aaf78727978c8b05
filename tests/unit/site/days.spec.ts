import { expect, test } from "@playwright/test";
import { parseSettings } from "#lib/pages/schema.ts";
import { dayBounds, secondsBetween, secondsUntilChange } from "#lib/platform/clock.ts";
import { isShownDay } from "#lib/site/snapshot/days.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";

function length(day: string, zone: string): number {
  const { from, to } = dayBounds(day, zone);
  return secondsBetween(from, to) / 3600;
}

test("days have their true length where clocks change", () => {
  expect(length("2026-03-29", "Europe/Berlin")).toBe(23);
  expect(length("2026-10-25", "Europe/Berlin")).toBe(25);
  expect(length("2026-09-06", "America/Santiago")).toBe(23);
  expect(length("2026-04-05", "Australia/Lord_Howe")).toBe(24.5);
  expect(dayBounds("2026-09-06", "America/Santiago").from).toBe("2026-09-06T04:00:00");
});

test("a snapshot lives until something starts or ends, until midnight in the page's zone, a minute at most", () => {
  const until = (now: string, changes: (string | null)[] = []) =>
    secondsUntilChange(now, "Europe/Berlin", changes, 60);
  expect(until("2026-11-20T12:00:00")).toBe(60);
  expect(until("2026-11-20T22:59:30")).toBe(30);
  expect(until("2026-11-20T12:00:00", [null, "2026-11-20T12:00:20"])).toBe(20);
  expect(until("2026-11-20T12:00:00", ["2026-11-20T11:00:00", "2026-11-20T12:00:07"])).toBe(7);
  expect(until("2026-11-20T12:00:00", ["2026-11-20T11:00:00", "2026-11-20T12:00:00"])).toBe(60);
});

test("only days that were and that the page still tells of have a page of their own", () => {
  const page = { time_zone: "Europe/Berlin", settings: parseSettings({ history_limit_days: 30 }) };
  const snapshot = { page, as_of: "2026-11-20T23:30:00" } as unknown as Snapshot;
  const shown = (day: string) => isShownDay(day, snapshot);
  expect(["2026-11-21", "2026-10-23"].map(shown)).toEqual([true, true]);
  expect(
    ["2026-11-22", "2026-10-22", "2026-02-30", "yesterday", "2026-11-2", "+002026-11-20"].map(
      shown,
    ),
  ).toEqual(Array(6).fill(false));
});
