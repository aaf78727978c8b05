import { expect, test } from "@playwright/test";
import { byDay, historyMonth } from "#lib/site/history/history.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { monthFormats } from "#lib/site/words/months.ts";

const shown = { first_day: "2026-08-25", today: "2026-11-22" };

test("a page tells of the months from its first day to today, and of no other", () => {
  expect(historyMonth("2026-08", shown)).toEqual({
    month: "2026-08",
    from_day: "2026-08-25",
    to_day: "2026-08-31",
    before: null,
    after: "2026-09",
  });
  expect(historyMonth("2026-11", shown)).toMatchObject({
    from_day: "2026-11-01",
    to_day: "2026-11-22",
    before: "2026-10",
    after: null,
  });
  for (const month of ["2026-07", "2026-12", "2026-13", "2026-1", "+002026-11", ""])
    expect(historyMonth(month, shown), month).toBeNull();
});

function incident(id: number, starts_at: string, ends_at: string | null): PublicIncident {
  return { id, starts_at, ends_at, impacts: [] as unknown } as PublicIncident;
}

const MONTH = { from_day: "2026-11-01", to_day: "2026-11-08", is_whole: true, service: null };

test("days on which nothing went on fold, by the days of the page's zone", () => {
  const incidents = [
    incident(3, "2026-11-06T18:30:00", null),
    incident(2, "2026-11-03T20:00:00", "2026-11-04T18:30:00"),
    incident(1, "2026-10-20T00:00:00", "2026-11-01T05:00:00"),
  ];
  const told = (zone: string) =>
    byDay({ ...MONTH, incidents }, zone).map((entry) =>
      entry.kind === "day"
        ? [entry.day, ...entry.incidents.map(({ id }) => id)]
        : [entry.from, entry.to],
    );
  expect(told("Asia/Kolkata")).toEqual([
    ["2026-11-07", 3],
    ["2026-11-05", "2026-11-06"],
    ["2026-11-04", 2],
    ["2026-11-02", "2026-11-03"],
    ["2026-11-01", 1],
  ]);
  expect(told("America/St_Johns")).toEqual([
    ["2026-11-06", 3],
    ["2026-11-05", "2026-11-05"],
    ["2026-11-03", 2],
    ["2026-11-02", "2026-11-02"],
    ["2026-11-01", 1],
  ]);
});

test("the days between a resolution and a relapse are quiet, and a service's history has its own days", () => {
  const impact = (service_id: number, from: string, to: string) => {
    return { service_id, starts_at: `2026-11-0${from}`, ends_at: `2026-11-0${to}` };
  };
  const impacts = [
    impact(1, "3T10:00:00", "3T12:00:00"),
    impact(2, "3T10:00:00", "3T11:00:00"),
    impact(1, "6T10:00:00", "6T12:00:00"),
    impact(3, "6T10:00:00", "6T12:00:00"),
  ];
  const whole = incident(1, "2026-11-03T10:00:00", "2026-11-06T12:00:00");
  const told = (id: number | null) => {
    const service = id === null ? null : ({ id, children: [] } as unknown as PublicService);
    const incidents = [{ ...whole, impacts } as PublicIncident];
    return byDay({ ...MONTH, service, incidents }, "Etc/UTC").map((entry) =>
      entry.kind === "day" ? entry.day : `${entry.from}–${entry.to.slice(-2)}`,
    );
  };
  const around = (...days: string[]) => ["2026-11-07–08", ...days, "2026-11-01–02"];
  expect(told(null)).toEqual(around("2026-11-04–05", "2026-11-03"));
  expect(told(2)).toEqual(["2026-11-04–08", "2026-11-03", "2026-11-01–02"]);
  expect(told(3)).toEqual(["2026-11-07–08", "2026-11-06", "2026-11-01–05"]);
});

test("no day is called quiet where a month was not read to its end", () => {
  const entries = byDay({ ...MONTH, is_whole: false, incidents: [] }, "Pacific/Apia");
  expect(entries).toEqual([]);
});

test("weeks begin as the language has it, months are named in it", () => {
  expect(monthFormats("en").weekdays[0]?.long).toBe("Monday");
  expect(monthFormats("de").weekdays[6]?.long).toBe("Sonntag");
  expect(monthFormats("de").month("2026-03")).toBe("März 2026");
  const { placeInWeek } = monthFormats("en");
  expect([placeInWeek("2026-11-02"), placeInWeek("2026-11-01")]).toEqual([0, 6]);
});
