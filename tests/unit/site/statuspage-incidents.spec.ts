import { expect, test } from "@playwright/test";
import { declare } from "#lib/incidents/declared.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { componentsOf } from "#lib/site/statuspage-json/components.ts";
import { incidentsOf, maintenancesOf } from "#lib/site/statuspage-json/incidents.ts";
import { Incident, Maintenance } from "#lib/site/statuspage-json/shapes.ts";
import { incidentOf, NOW, type Said, snapshotOf } from "#tests/support/http/statuspage.ts";

const BYTES = 1_000_000;

test.beforeAll(() => provideEnv({ PORT: "3000", APP_SECRET: "x".repeat(32) }));

function read(incident: PublicIncident, snapshot = snapshotOf([{ id: 1 }])) {
  const told = { snapshot, components: componentsOf(snapshot) };
  const [record] = incidentsOf([incident], told, BYTES);
  return Incident.parse(record);
}

function readPlanned(incident: PublicIncident, snapshot = snapshotOf([{ id: 1 }])) {
  const told = { snapshot, components: componentsOf(snapshot) };
  const [record] = maintenancesOf([incident], told, BYTES);
  return Maintenance.parse(record);
}

test("an update has the state it led to: what says nothing of it keeps the one before", () => {
  const incident = incidentOf(
    "major",
    ["2026-11-20T10:00:00", "2026-11-20T11:00:00"],
    [
      ["issue", "2026-11-20T10:01:00"],
      ["update", "2026-11-20T10:02:00"],
      ["identified", "2026-11-20T10:03:00"],
      ["escalate", "2026-11-20T10:04:00"],
      ["monitoring", "2026-11-20T10:05:00"],
      ["resolved", "2026-11-20T11:00:00"],
      ["retroactive", "2026-11-20T11:30:00"],
    ],
  );
  const { incident_updates, ...record } = read(incident);
  expect(incident_updates.map(({ id, status }) => [id, status])).toEqual([
    ["7", "resolved"],
    ["6", "resolved"],
    ["5", "monitoring"],
    ["4", "identified"],
    ["3", "identified"],
    ["2", "investigating"],
    ["1", "investigating"],
  ]);
  expect(record).toMatchObject({
    id: "9",
    status: "resolved",
    impact: "major",
    monitoring_at: "2026-11-20T10:05:00.000Z",
    resolved_at: "2026-11-20T11:00:00.000Z",
    started_at: "2026-11-20T10:00:00.000Z",
    shortlink: "http://acme.localhost:3000/incidents/9",
  });
});

test("an incident is as its times say: open again after its end was taken back, over without a word", () => {
  const said: Said[] = [
    ["identified", "2026-11-20T10:01:00"],
    ["resolved", "2026-11-20T11:00:00"],
  ];
  const reopened = read(incidentOf("minor", ["2026-11-20T10:00:00", null], said));
  expect([reopened.status, reopened.resolved_at]).toEqual(["identified", null]);
  const relapse: Said[] = [...said, ["escalate", "2026-11-20T11:30:00"]];
  const relapsed = read(incidentOf("major", ["2026-11-20T10:00:00", null], relapse));
  expect([relapsed.status, relapsed.resolved_at]).toEqual(["investigating", null]);
  const planned_end = read(
    incidentOf("minor", ["2026-11-20T10:00:00", "2026-11-20T12:30:00"], said.slice(0, 1)),
  );
  expect([planned_end.status, planned_end.resolved_at]).toEqual(["identified", null]);
  const silent = read(incidentOf("minor", ["2026-11-20T10:00:00", "2026-11-20T11:00:00"], []));
  expect(silent.status).toBe("resolved");
});

test("a record without a text has an update of its state, under one id", () => {
  const inserted_at = "2026-11-20T09:00:00";
  const written = (of: (incident: PublicIncident) => Incident | Maintenance) => {
    const first = (from: string, until: string | null) => {
      const severity = of === readPlanned ? "scheduled" : "minor";
      const record = of(incidentOf(severity, [from, until], [], { inserted_at }));
      expect(record.incident_updates).toHaveLength(1);
      const [update] = record.incident_updates;
      expect(update).toMatchObject({ id: "9-state", status: record.status, incident_id: "9" });
      expect(update?.created_at).toBe(record.created_at);
      return [update?.status, update?.body, update?.display_at.slice(11, 16)];
    };
    return first;
  };
  const [incident, planned] = [written(read), written(readPlanned)];
  const at = (hour: number) => `2026-11-20T${hour}:00:00`;
  expect([
    incident(at(10), null),
    incident("2026-11-20T08:00:00", at(11)),
    planned(at(13), at(14)),
    planned(at(11), at(14)),
    planned(at(10), at(11)),
  ]).toEqual([
    ["investigating", "We are currently investigating this issue.", "09:00"],
    ["resolved", "This incident has been resolved.", "08:00"],
    ["scheduled", "We will be undergoing scheduled maintenance during this time.", "09:00"],
    ["in_progress", expect.stringContaining("is currently in progress."), "09:00"],
    ["completed", "The scheduled maintenance has been completed.", "09:00"],
  ]);
});

test("an update too long for the document leaves its record the words of its state", () => {
  const incident = incidentOf("minor", ["2026-11-20T10:00:00", null], [["issue", NOW]]);
  const updates = incident.updates.map((one) => ({ ...one, description: "x".repeat(BYTES) }));
  expect(read({ ...incident, updates }).incident_updates).toMatchObject([{ id: "9-state" }]);
});

test("affected components go from what they were to what an update made of them", () => {
  const snapshot = snapshotOf([
    { id: 1, name: "Europe" },
    { id: 2, name: "API", parent_id: 1 },
  ]);
  const incident = incidentOf(
    "major",
    ["2026-11-20T10:00:00", "2026-11-20T11:00:00"],
    [
      ["issue", "2026-11-20T10:01:00"],
      ["escalate", "2026-11-20T10:02:00"],
      ["resolved", "2026-11-20T11:00:00"],
    ],
    {
      service_ids: [2],
      declared: declare({ type: "minor", starts_at: "2026-11-20T10:00:00", ends_at: null }, 0),
    },
  );
  const { incident_updates, components } = read(incident, snapshot);
  expect(components.map(({ id }) => id)).toEqual(["2"]);
  const affected = incident_updates.map((update) => update.affected_components);
  const one = (old_status: string, new_status: string) => [
    { code: "2", name: "Europe - API", old_status, new_status },
  ];
  expect(affected).toEqual([
    one("major_outage", "operational"),
    one("degraded_performance", "major_outage"),
    one("operational", "degraded_performance"),
  ]);
  const of_page = read({ ...incident, service_ids: [] }, snapshot);
  expect(of_page.incident_updates[0]?.affected_components).toBeNull();
  const deleted_services = [{ id: 5, name: "Search", translations: {}, above: [] }];
  const of_deleted = read({ ...incident, service_ids: [], deleted_services }, snapshot);
  expect(of_deleted.components).toEqual([]);
  expect(of_deleted.incident_updates[0]?.affected_components).toEqual([
    { code: "5", name: "Search", old_status: "major_outage", new_status: "operational" },
  ]);
});

test("each component has its own course, and the impact is the worst of it", () => {
  const impact = (service_id: number, severity: "major" | "minor", from: string, to: string) => {
    const times = { starts_at: `2026-11-20T${from}:00`, ends_at: `2026-11-20T${to}:00` };
    return { service_id, type: severity, severity, ...times };
  };
  const incident = incidentOf(
    "minor",
    ["2026-11-20T09:00:00", "2026-11-20T12:00:00"],
    [
      ["investigating", "2026-11-20T09:01:00"],
      ["deescalate", "2026-11-20T10:00:00"],
      ["update", "2026-11-20T10:30:00"],
      ["resolved", "2026-11-20T11:00:00"],
      ["issue", "2026-11-20T11:30:00"],
      ["resolved", "2026-11-20T12:00:00"],
    ],
    {
      service_ids: [1],
      impacts: [
        impact(1, "major", "09:00", "10:00"),
        impact(2, "major", "09:00", "10:00"),
        impact(1, "minor", "10:00", "11:00"),
        impact(2, "minor", "10:00", "10:30"),
        impact(1, "minor", "11:30", "12:00"),
      ],
    },
  );
  const record = read(incident, snapshotOf([{ id: 1 }, { id: 2 }]));
  expect([record.impact, record.components.map(({ id }) => id)]).toEqual(["major", ["1", "2"]]);
  const [well, slow, down] = ["operational", "degraded_performance", "major_outage"];
  const told = record.incident_updates.map(({ affected_components }) =>
    affected_components?.map(({ old_status, new_status }) => [old_status, new_status]),
  );
  expect(told.reverse()).toEqual([
    [
      [well, down],
      [well, down],
    ],
    [
      [down, slow],
      [down, slow],
    ],
    [
      [slow, slow],
      [slow, well],
    ],
    [
      [slow, well],
      [well, well],
    ],
    [
      [well, slow],
      [well, well],
    ],
    [
      [slow, well],
      [well, well],
    ],
  ]);
});

test("a maintenance is scheduled, in progress, verifying, completed; its plan stays as it was", () => {
  const plan = { starts_at: "2026-11-20T10:00:00", ends_at: "2026-11-20T14:00:00" };
  const said: Said[] = [
    ["scheduled", "2026-11-19T10:00:00"],
    ["update", "2026-11-20T10:30:00"],
    ["monitoring", "2026-11-20T11:00:00"],
  ];
  const at = (ends_at: string, count: number) =>
    readPlanned({
      ...incidentOf("scheduled", [plan.starts_at, ends_at], said.slice(0, count)),
      declared: declare({ type: "scheduled", ...plan }, 0),
    });
  const running = at(plan.ends_at, 3);
  expect(running).toMatchObject({
    status: "verifying",
    impact: "maintenance",
    scheduled_for: "2026-11-20T10:00:00.000Z",
    scheduled_until: "2026-11-20T14:00:00.000Z",
  });
  expect(
    running.incident_updates.map(({ status, affected_components }) => [
      status,
      affected_components?.[0]?.new_status,
    ]),
  ).toEqual([
    ["verifying", "under_maintenance"],
    ["in_progress", "under_maintenance"],
    ["scheduled", "operational"],
  ]);
  expect(at(plan.ends_at, 1).status).toBe("in_progress");
  const early = at("2026-11-20T11:30:00", 3);
  expect(early).toMatchObject({
    status: "completed",
    resolved_at: "2026-11-20T11:30:00.000Z",
    scheduled_until: running.scheduled_until,
  });
  const ahead = { starts_at: "2026-11-21T10:00:00", ends_at: null };
  const upcoming = readPlanned(incidentOf("scheduled", [ahead.starts_at, null], said.slice(0, 1)));
  expect([upcoming.status, upcoming.scheduled_until]).toEqual(["scheduled", null]);
});

test("however much there is, incidents stay within their bytes: the newest updates of each first", () => {
  const services = Array.from({ length: 500 }, (_, index) => ({ id: index + 1 }));
  const snapshot = snapshotOf(services);
  const told = { snapshot, components: componentsOf(snapshot) };
  const said = Array.from({ length: 40 }, (): Said => ["update", "2026-11-20T10:00:00"]);
  const service_ids = services.map(({ id }) => id);
  const incidents = Array.from({ length: 30 }, (_, index) => {
    const incident = incidentOf("major", ["2026-11-20T10:00:00", null], said, { service_ids });
    return { ...incident, id: index + 1 };
  });
  const fitted = incidentsOf(incidents, told, BYTES);
  expect(fitted).toHaveLength(30);
  expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThan(BYTES);
  const shown = fitted.map(({ incident_updates }) => incident_updates.map(({ id }) => Number(id)));
  for (const ids of shown)
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => 40 - at));
  const lengths = shown.map((ids) => ids.length);
  expect(Math.min(...lengths)).toBeGreaterThan(0);
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(2);
});
