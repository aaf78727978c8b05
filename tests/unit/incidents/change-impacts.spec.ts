import { expect, test } from "@playwright/test";
import { changedFromNow, changedFromStart } from "#lib/incidents/change-impacts.ts";

const at = (clock: string) => `2026-11-20T${clock}:00`;
const impact = (service_id: number, type: string, from: string, to: string | null) => {
  return { service_id, type, starts_at: at(from), ends_at: to && at(to) };
};

const relapsed = {
  type: "major",
  impacts: [
    impact(1, "major", "09:00", "10:00"),
    impact(2, "major", "09:00", "10:00"),
    impact(1, "major", "12:00", null),
  ],
};

test("another type from now on ends what goes on and begins anew, and leaves the past", () => {
  const change = { type: "minor", service_ids: [1] };
  expect(changedFromNow(relapsed, change, at("13:00"))).toEqual([
    ...relapsed.impacts.slice(0, 2),
    impact(1, "major", "12:00", "13:00"),
    impact(1, "minor", "13:00", null),
  ]);
});

test("services from now on: those taken out are back, those added begin, others go on", () => {
  const both = { impacts: [impact(1, "major", "09:00", null), impact(2, "major", "09:00", null)] };
  const change = { type: "major", service_ids: [2, 3] };
  expect(changedFromNow(both, change, at("10:00"))).toEqual([
    impact(2, "major", "09:00", null),
    impact(1, "major", "09:00", "10:00"),
    impact(3, "major", "10:00", null),
  ]);
});

test("services from the start: those taken out never suffered, those added did whenever others did", () => {
  expect(changedFromStart(relapsed, { type: "major", service_ids: [1, 3] })).toEqual([
    impact(1, "major", "09:00", "10:00"),
    impact(1, "major", "12:00", null),
    impact(3, "major", "09:00", "10:00"),
    impact(3, "major", "12:00", null),
  ]);
});

test("another type from the start holds throughout", () => {
  const changed = changedFromStart(relapsed, { type: "minor", service_ids: [1, 2] });
  expect(changed.map(({ type }) => type)).toEqual(["minor", "minor", "minor"]);
});
