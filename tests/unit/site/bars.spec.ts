import { expect, test } from "@playwright/test";
import { lastDays } from "#lib/platform/clock.ts";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";
import { rollUp, type UptimeDay } from "#lib/services/uptime/uptime.ts";
import { barsOf, incidentDays } from "#lib/site/uptime-bars.ts";

const days = lastDays(10, "2026-03-10T12:00:00", "Etc/UTC");

function day(date: string, seconds: Partial<ServiceDay>): UptimeDay {
  const none = {
    major_seconds: 0,
    minor_seconds: 0,
    maintenance_seconds: 0,
    counted_major_seconds: 0,
    counted_minor_seconds: 0,
    counted_maintenance_seconds: 0,
  };
  const service = { id: 1, parent_id: null, private: false };
  const own = { service_id: 1, day: date, incidents: 1, ...none, ...seconds };
  return rollUp([service], [own]).get(1)?.[0] as UptimeDay;
}

const well = { state: null };

test("a service to which nothing happened is one line", () => {
  const bars = barsOf(days, { ...well, days: [], first_day: "2025-01-01" });
  const nothing = { rest: "", unknown: "", major: "", minor: "", scheduled: "" };
  expect(bars).toEqual({ known: "M0 13h10", ...nothing });
});

test("each kind has one path, good days in a row are one run, and the worse bar is the taller one", () => {
  const happened = [
    day("2026-03-02", { major_seconds: 60 }),
    day("2026-03-03", { major_seconds: 60, minor_seconds: 9 }),
    day("2026-03-05", { minor_seconds: 60 }),
    day("2026-03-07", { incidents: 0, maintenance_seconds: 60 }),
    day("2026-03-10", { major_seconds: 1 }),
  ];
  const bars = barsOf(days, { ...well, days: happened, first_day: "2025-01-01" });
  expect(bars.known).toBe("M0 13h1m2 0h1m1 0h1m1 0h2");
  expect(bars.major).toBe("M1.375 20v-20M2.375 20v-20M9.375 20v-20");
  expect(bars.minor).toBe("M4.375 20v-17");
  expect(bars.scheduled).toBe("M6.375 20v-14");
});

test("a parent's bar is as tall as the share of its children that were affected", () => {
  const of = (affected_children: number) => ({
    ...day("2026-03-05", { minor_seconds: 60 }),
    affected_children,
    children_count: 5,
  });
  const heights = [1, 3, 5, 0].map(
    (affected) =>
      barsOf(days, {
        ...well,
        days: [of(affected)],
        first_day: "2025-01-01",
      }).minor,
  );
  expect(heights).toEqual(["M4.375 20v-3", "M4.375 20v-10", "M4.375 20v-17", "M4.375 20v-17"]);
});

test("the bar of a parent that is down in part has the color of what is down, as tall as that part", () => {
  const hit = {
    ...day("2026-03-05", { major_seconds: 60 }),
    severity: "minor",
    affected_children: 1,
    children_count: 3,
  };
  const own = { counted_minor_seconds: 60 };
  const barsOf3 = (happened: object) =>
    barsOf(days, {
      ...well,
      days: [{ ...hit, ...happened } as UptimeDay],
      first_day: "2025-01-01",
    });
  expect([barsOf3({}).major, barsOf3({}).minor]).toEqual(["M4.375 20v-7", ""]);
  expect([barsOf3(own).major, barsOf3(own).minor]).toEqual(["", "M4.375 20v-17"]);
});

test("above the affected share of a parent's bar stands what is well, with a notch between them", () => {
  const of = (affected_children: number) =>
    barsOf(days, {
      ...well,
      days: [{ ...day("2026-03-05", { minor_seconds: 60 }), affected_children, children_count: 5 }],
      first_day: "2025-01-01",
    }).rest;
  expect([of(1), of(3), of(5)]).toEqual(["M4.375 16V6", "M4.375 9V6", ""]);
});

test("what goes on is on today's bar from its first second on", () => {
  const state = { severity: "major", type: "major" } as const;
  const bars = barsOf(days, { ...well, state, days: [], first_day: "2025-01-01" });
  expect([bars.known, bars.major]).toEqual(["M0 13h9", "M9.375 20v-20"]);
});

test("days before a service was added are an outline, not good days", () => {
  const bars = barsOf(days, { ...well, days: [], first_day: "2026-03-04" });
  expect([bars.known, bars.unknown]).toEqual(["M3 13h7", "M.1 6.5h2.65v13h-2.65z"]);
});

test("maintenance alone makes no day with incidents", () => {
  expect(
    incidentDays([
      day("2026-03-02", { incidents: 0, maintenance_seconds: 5 }),
      day("2026-03-03", { minor_seconds: 5 }),
    ]),
  ).toHaveLength(1);
});

test("a day of which an incident had no length has an incident", () => {
  const instant = day("2026-03-05", {});
  expect(incidentDays([instant, day("2026-03-06", { maintenance_seconds: 5 })])).toHaveLength(2);
  const bars = barsOf(days, { ...well, days: [instant], first_day: "2025-01-01" });
  expect(bars.minor).toBe("M4.375 20v-17");
});
