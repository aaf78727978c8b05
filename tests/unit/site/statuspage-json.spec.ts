import { expect, test } from "@playwright/test";
import type { Severity } from "#lib/core/fields/severity.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { worstState } from "#lib/services/state.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { componentsOf, pageStatus } from "#lib/site/statuspage-json/components.ts";
import { Component, momentIn } from "#lib/site/statuspage-json/shapes.ts";
import { incidentOf, NOW, snapshotOf } from "#tests/support/http/statuspage.ts";

test.beforeAll(() => provideEnv({ PORT: "3000", APP_SECRET: "x".repeat(32) }));

test("times have milliseconds and the offset of the page's zone, on both sides of a change of clocks", () => {
  expect(momentIn("Etc/UTC", NOW)).toBe("2026-11-20T12:00:00.000Z");
  expect(momentIn("UTC", NOW)).toBe("2026-11-20T12:00:00.000Z");
  expect(momentIn("Asia/Kolkata", NOW)).toBe("2026-11-20T17:30:00.000+05:30");
  expect(momentIn("America/St_Johns", NOW)).toBe("2026-11-20T08:30:00.000-03:30");
  expect(momentIn("Pacific/Apia", NOW)).toBe("2026-11-21T01:00:00.000+13:00");
  expect(momentIn("Europe/Berlin", "2026-10-25T00:30:00")).toBe("2026-10-25T02:30:00.000+02:00");
  expect(momentIn("Europe/Berlin", "2026-10-25T01:30:00")).toBe("2026-10-25T02:30:00.000+01:00");
});

test("a root with others below it is a group, and all of them are its leaves", () => {
  const snapshot = snapshotOf([
    { id: 1, name: "Europe" },
    { id: 2, name: "API", parent_id: 1 },
    { id: 3, name: "v1", parent_id: 2, severity: "minor" },
    { id: 4, name: "Mail" },
  ]);
  const components = componentsOf(snapshot).map((component) => Component.parse(component));
  expect(
    components.map(({ id, name, position, group, group_id, components: below }) => [
      id,
      name,
      position,
      group,
      group_id,
      below,
    ]),
  ).toEqual([
    ["1", "Europe", 1, true, null, ["2", "3"]],
    ["2", "API", 1, false, "1", undefined],
    ["3", "API - v1", 2, false, "1", undefined],
    ["4", "Mail", 2, false, null, undefined],
  ]);
});

test("each severity has its component status; a path of names is never longer than a name", () => {
  const severities = ["major", "minor", "scheduled", undefined] as const;
  const snapshot = snapshotOf(severities.map((severity, id) => ({ id: id + 1, severity })));
  expect(componentsOf(snapshot).map(({ status }) => status)).toEqual([
    "major_outage",
    "degraded_performance",
    "under_maintenance",
    "operational",
  ]);
  const long = snapshotOf([
    { id: 1 },
    { id: 2, name: "a".repeat(255), parent_id: 1 },
    { id: 3, name: "b".repeat(255), parent_id: 2 },
  ]);
  expect(componentsOf(long)[2]?.name).toBe(`…${"b".repeat(254)}`);
});

test("a component is as new as the last thing that began or ended with it", () => {
  const snapshot = snapshotOf([{ id: 1 }, { id: 2, parent_id: 1 }, { id: 3 }]);
  const over = incidentOf("major", ["2026-11-19T10:00:00", "2026-11-19T11:00:00"], [], {
    service_ids: [2],
  });
  const open = incidentOf("minor", ["2026-11-20T10:00:00", "2026-11-20T13:00:00"], [], {
    service_ids: [3],
  });
  const seen = { ...snapshot, incidents: [open], past_days: [{ day: "", incidents: [over] }] };
  const components = componentsOf(seen as unknown as Snapshot);
  expect(components.map(({ updated_at }) => updated_at)).toEqual([
    "2026-11-19T11:00:00.000Z",
    "2026-11-19T11:00:00.000Z",
    "2026-11-20T10:00:00.000Z",
  ]);
});

test("many long descriptions are shortened alike until all components fit", () => {
  const services = Array.from({ length: 2_000 }, (_, index) => ({
    id: index + 1,
    description: "d".repeat(2_000),
  }));
  const components = componentsOf(snapshotOf(services));
  expect(components).toHaveLength(2_000);
  expect(Buffer.byteLength(JSON.stringify(components))).toBeLessThan(2_000_000);
  expect(new Set(components.map(({ description }) => description?.length))).toEqual(new Set([501]));
});

test("the indicator is critical when every leaf is down, major when any is, and says maintenance", () => {
  const told = (...severities: (Severity | undefined)[]) => {
    const leaves = severities.map((severity, index) => ({ id: index + 2, parent_id: 1, severity }));
    const worst = worstState(
      severities.map((severity) => (severity ? { severity, type: severity } : null)),
    );
    const snapshot = snapshotOf([{ id: 1, severity: worst?.severity }, ...leaves]);
    return Object.values(pageStatus(snapshot, componentsOf(snapshot)));
  };
  expect(told("major", "major")).toEqual(["critical", "Major Service Outage"]);
  expect(told("major", "minor")).toEqual(["major", "Partial System Outage"]);
  expect(told("minor", "scheduled")).toEqual(["minor", "Minor Service Outage"]);
  expect(told("scheduled", undefined)).toEqual(["maintenance", "Service Under Maintenance"]);
  expect(told(undefined, undefined)).toEqual(["none", "All Systems Operational"]);
  const whole = { ...snapshotOf([]), state: { severity: "major", type: "major" } as const };
  expect(pageStatus(whole, []).indicator).toBe("major");
});
