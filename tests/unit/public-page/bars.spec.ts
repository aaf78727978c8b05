import { expect, test } from "@playwright/test";
import { barsOf, incidentDays } from "#lib/public-page/look/bars.ts";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";
import { rollUp, type UptimeDay } from "#lib/services/uptime/roll-up.ts";
import { lastDays } from "#lib/services/uptime/uptime.ts";

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

test("a service to which nothing happened is one line", () => {
  const bars = barsOf(days, { days: [], first_day: "2025-01-01" });
  expect(bars).toEqual({ known: "M0 14h10", unknown: "", major: "", minor: "", scheduled: "" });
});

test("each kind has one path, neighbouring days one run, and the worse bar is the taller one", () => {
  const happened = [
    day("2026-03-02", { major_seconds: 60 }),
    day("2026-03-03", { major_seconds: 60, minor_seconds: 9 }),
    day("2026-03-05", { minor_seconds: 60 }),
    day("2026-03-07", { maintenance_seconds: 60 }),
    day("2026-03-10", { major_seconds: 1 }),
  ];
  const bars = barsOf(days, { days: happened, first_day: "2025-01-01" });
  expect(bars.major).toBe("M1 10h2m6 0h1");
  expect(bars.minor).toBe("M4 12h1");
  expect(bars.scheduled).toBe("M6 14h1");
});

test("days before a service was added are an outline, not good days", () => {
  const bars = barsOf(days, { days: [], first_day: "2026-03-04" });
  expect([bars.known, bars.unknown]).toEqual(["M3 14h7", "M.1 8.5h2.65v11h-2.65z"]);
});

test("maintenance alone makes no day with incidents", () => {
  expect(
    incidentDays([
      day("2026-03-02", { maintenance_seconds: 5 }),
      day("2026-03-03", { minor_seconds: 5 }),
    ]),
  ).toHaveLength(1);
});
