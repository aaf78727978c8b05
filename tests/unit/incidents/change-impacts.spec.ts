import { expect, test } from "@playwright/test";
import { changedImpacts } from "#lib/incidents/change-impacts.ts";

const at = (clock: string) => `2026-11-20T${clock}:00`;
const impact = (service_id: number, type: string, from: string, to: string | null) => {
  return { service_id, type, starts_at: at(from), ends_at: to && at(to) };
};

type Before = Parameters<typeof changedImpacts>[0];

const relapsed: Before = {
  ...{ type: "major", starts_at: at("09:00"), ends_at: null, service_ids: [1] },
  impacts: [
    impact(1, "major", "09:00", "10:00"),
    impact(2, "major", "09:00", "10:00"),
    impact(1, "major", "12:00", null),
  ],
};
const both: Before = {
  ...{ type: "major", starts_at: at("09:00"), ends_at: null, service_ids: [1, 2] },
  impacts: [impact(1, "major", "09:00", null), impact(2, "major", "09:00", null)],
};

/** @param since with when the form is sent: `now 13:00` */
function changed(before: Before, change: object, since: string) {
  const { impacts: _, ...fields } = before;
  const [from, clock = ""] = since.split(" ");
  return changedImpacts(before, { ...fields, ...change }, from as "now" | "start", at(clock));
}

test("another type from now on ends what goes on and begins anew, and leaves the past", () => {
  expect(changed(relapsed, { type: "minor" }, "now 13:00")).toEqual([
    ...relapsed.impacts.slice(0, 2),
    impact(1, "major", "12:00", "13:00"),
    impact(1, "minor", "13:00", null),
  ]);
});

test("another type from now on holds beside a corrected start or a planned end", () => {
  const change = { type: "minor", starts_at: at("08:30"), ends_at: at("15:00") };
  expect(changed(both, change, "now 13:00")).toEqual([
    impact(1, "major", "08:30", "13:00"),
    impact(2, "major", "08:30", "13:00"),
    impact(1, "minor", "13:00", "15:00"),
    impact(2, "minor", "13:00", "15:00"),
  ]);
  const planned = { ...both, ends_at: at("15:00") };
  planned.impacts = both.impacts.map((one) => ({ ...one, ends_at: at("15:00") }));
  expect(changed(planned, { type: "minor" }, "now 13:00")).toEqual([
    impact(1, "major", "09:00", "13:00"),
    impact(2, "major", "09:00", "13:00"),
    impact(1, "minor", "13:00", "15:00"),
    impact(2, "minor", "13:00", "15:00"),
  ]);
});

test("another type with other services from now on: those taken out are back, those added begin", () => {
  expect(changed(both, { type: "minor", service_ids: [2, 3] }, "now 10:00")).toEqual([
    impact(1, "major", "09:00", "10:00"),
    impact(2, "major", "09:00", "10:00"),
    impact(2, "minor", "10:00", null),
    impact(3, "minor", "10:00", null),
  ]);
});

test("services from the start: those taken out never suffered, those added did whenever others did", () => {
  expect(changed(relapsed, { service_ids: [1, 3] }, "start 13:00")).toEqual([
    impact(1, "major", "09:00", "10:00"),
    impact(1, "major", "12:00", null),
    impact(3, "major", "09:00", "10:00"),
    impact(3, "major", "12:00", null),
  ]);
  const moved = { service_ids: [1, 3], starts_at: at("08:00") };
  expect(changed(relapsed, moved, "start 13:00")?.map(({ starts_at }) => starts_at)).toEqual(
    ["08:00", "12:00", "08:00", "12:00"].map(at),
  );
});

test("another type with other services from the start holds throughout", () => {
  const change = { type: "minor", service_ids: [1, 2] };
  expect(changed(relapsed, change, "start 13:00")?.map(({ type }) => type)).toEqual([
    ...["minor", "minor", "minor"],
  ]);
});

test("of an incident that is over with its new end, services change throughout", () => {
  const change = { service_ids: [2, 3], ends_at: at("11:00") };
  expect(changed(both, change, "now 12:00")).toEqual([
    impact(2, "major", "09:00", "11:00"),
    impact(3, "major", "09:00", "11:00"),
  ]);
});

test("what the fields say by themselves, or what is refused, is no record", () => {
  const rows: [change: object, since: string][] = [
    [{}, "now 13:00"],
    [{ service_ids: [1] }, "now 13:00"],
    [{ type: "minor" }, "start 13:00"],
    [{ type: "minor", ends_at: at("11:00") }, "now 13:00"],
    [{ type: "minor", starts_at: at("14:00") }, "now 13:00"],
    [{ type: "minor", ends_at: at("08:00") }, "now 13:00"],
  ];
  for (const [change, since] of rows) expect(changed(both, change, since), since).toBeNull();
});
