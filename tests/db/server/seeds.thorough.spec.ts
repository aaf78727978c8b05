import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { courseOf } from "#lib/incidents/course.ts";
import { type Declared, declare } from "#lib/incidents/declared.ts";
import {
  type Affected,
  listAllAffected,
  NOTHING_AFFECTED,
} from "#lib/incidents/impacts.queries.ts";
import { updateTypesOf } from "#lib/incidents/rules.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seedDemo } from "#lib/server/seed/demo.ts";
import { seedLarge } from "#lib/server/seed/large.ts";
import { readSnapshot, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { effortOf } from "#tests/support/server/effort.ts";
import { expect, test } from "#tests/support/test.ts";

type Seeded = {
  snapshot: Snapshot;
  incidents: Awaited<ReturnType<typeof incidentsOf>>;
  updates: Map<number, UpdateRow[]>;
  affected: Map<number, Affected>;
};

function incidentsOf(db: Db, statusPageId: number) {
  return db
    .selectFrom("incidents")
    .selectAll()
    .where("status_page_id", "=", statusPageId)
    .orderBy("id")
    .execute();
}

async function read(db: Db, subdomain: string): Promise<Seeded> {
  const grant = await authorize(systemContext(db, "test"), "page.visit", { subdomain });
  const incidents = await incidentsOf(db, grant.status_page_id);
  const ids = incidents.map((incident) => incident.id);
  return {
    snapshot: await readSnapshot(db, grant),
    incidents,
    updates: await listUpdates(db, grant, ids),
    affected: await listAllAffected(db, grant, ids),
  };
}

function isConsistent(
  incident: Seeded["incidents"][number],
  own: readonly UpdateRow[],
  { service_ids, impacts }: Affected,
): boolean {
  const { type, starts_at, ends_at, plan, reopened_at } = incident;
  const severity = incident.severity as Severity;
  const declared = incident.declared as Declared;
  const redeclared = declare(
    {
      type: declared.type.value,
      starts_at: declared.starts_at.value,
      ends_at: declared.ends_at.value,
      ...(declared.service_ids && { service_ids }),
    },
    0,
  );
  return (
    isDeepStrictEqual(courseOf(declared, severity, own, service_ids), {
      ...{ type, starts_at, ends_at, plan, reopened_at, service_ids },
      impacts: impacts.map(({ severity: _, ...impact }) => impact),
    }) &&
    isDeepStrictEqual(declared, redeclared) &&
    own.length > 0 &&
    own.every(
      (update) => updateTypesOf(severity).includes(update.type) && update.posted_at <= wireNow(),
    ) &&
    (ends_at !== null || severity !== "scheduled")
  );
}

/**
 * Every incident is as the verbs would have left it: declared, moved by its updates, whose types
 * fit.
 */
function expectConsistent({ incidents, updates, affected }: Seeded): void {
  const wrong = incidents.filter(
    ({ id, ...incident }) =>
      !isConsistent(
        { id, ...incident },
        updates.get(id) ?? [],
        affected.get(id) ?? NOTHING_AFFECTED,
      ),
  );
  expect(wrong.map((incident) => incident.title)).toEqual([]);
}

test("the demo is a believable page: three levels, ninety days, something going on and something ahead", async ({
  database,
}) => {
  expect(
    await effortOf(() => seedDemo(systemContext(database, "test"), "demo-whole")),
  ).toBeLessThan(2_000);

  const seeded = await read(database, "demo-whole");
  const { snapshot, incidents } = seeded;
  expectConsistent(seeded);
  expect(snapshot.by_id.size).toBe(12);
  expect(
    snapshot.services.some((root) => root.children.some((child) => child.children.length > 0)),
  ).toBe(true);
  expect([...snapshot.by_id.values()].every((service) => service.description)).toBe(true);
  expect(snapshot.incidents).toHaveLength(1);
  expect(snapshot.incidents[0]?.updates.length).toBeGreaterThanOrEqual(2);
  expect(snapshot.upcoming_maintenances).toHaveLength(1);
  expect(snapshot.notices).toHaveLength(1);
  const uptimes = [...snapshot.by_id.values()].map((service) => service.uptime ?? 0);
  expect(Math.min(...uptimes)).toBeGreaterThan(99.5);
  expect(Math.max(...uptimes)).toBeLessThanOrEqual(100);
  const days = new Set(
    [...snapshot.by_id.values()].flatMap((service) => service.days.map((day) => day.day)),
  );
  expect(days.size).toBeGreaterThan(8);
  expect(incidents.filter((incident) => incident.severity === "scheduled").length).toBeGreaterThan(
    2,
  );
});

test("the demo has something on every screen, and seeding it orders nothing that would be sent", async ({
  database,
}) => {
  const system = systemContext(database, "test");
  const { subdomain, organization_id } = await seedDemo(system, "demo-explored");
  const { status_page_id } = await authorize(system, "page.visit", { subdomain });
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from subscriptions where status_page_id = ${status_page_id}) as people,
    (select count(*)::int from notifications where status_page_id = ${status_page_id}) as messages,
    (select count(*)::int from webhook_deliveries where status_page_id = ${status_page_id}) as calls,
    (select count(*)::int from metrics where status_page_id = ${status_page_id}) as metrics,
    (select count(distinct date(time))::int from metric_entries
      where status_page_id = ${status_page_id}) as metric_days,
    (select count(*)::int from incident_templates where status_page_id = ${status_page_id}) as templates,
    (select count(*)::int from access_groups where status_page_id = ${status_page_id}) as groups,
    (select count(*)::int from webhooks where status_page_id = ${status_page_id} and enabled) as live,
    (select count(*)::int from events
      where status_page_id = ${status_page_id} and dispatched_at is null) as due_events,
    (select count(*)::int from notifications
      where status_page_id = ${status_page_id} and state = 'waiting') as waiting`.execute(database);
  const { messages = 0, calls = 0, metric_days = 0, ...counts } = rows[0] ?? {};
  expect(counts).toEqual({
    ...{ people: 48, metrics: 2, templates: 3, groups: 1 },
    ...{ live: 0, due_events: 0, waiting: 0 },
  });
  expect(messages).toBeGreaterThan(100);
  expect(calls).toBeGreaterThan(5);
  expect(metric_days).toBeGreaterThanOrEqual(30);
  const keys = database.selectFrom("api_keys").select("role");
  expect(await keys.where("organization_id", "=", organization_id).execute()).toEqual([
    { role: "owner" },
  ]);
});

test("the demo is the same for the same moment", async ({ database }) => {
  const now = "2026-03-29T00:30:00";
  const told = [];
  for (const subdomain of ["demo-a", "demo-b"]) {
    await seedDemo(systemContext(database, "test"), subdomain, now);
    const { incidents, updates } = await read(database, subdomain);
    told.push(
      incidents.map((one) => [
        one.title,
        one.starts_at,
        one.ends_at,
        updates.get(one.id)?.map((update) => update.posted_at),
      ]),
    );
  }
  expect(told[0]).toEqual(told[1]);
});

test("a demo that fails on its way leaves nothing", async ({ database }) => {
  await seedDemo(systemContext(database, "test"), "demo-taken");
  const count = () =>
    database
      .selectFrom("organizations")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
  const before = await count();
  await expect(seedDemo(systemContext(database, "test"), "demo-taken")).rejects.toThrow(
    "Validation failed",
  );
  expect(await count()).toEqual(before);
});

test("the large page has the asked number of services and incidents, alike for the same seed", async ({
  database,
}) => {
  const size = { services: 60, incidents: 400, days: 30 };
  const told = [];
  for (const [subdomain, seed] of [
    ["large-a", 1],
    ["large-b", 1],
    ["large-c", 2],
  ] as const) {
    await seedLarge(systemContext(database, "test"), { ...size, seed, subdomain });
    const seeded = await read(database, subdomain);
    expectConsistent(seeded);
    const { snapshot, incidents } = seeded;
    expect(snapshot.by_id.size).toBe(60);
    expect(snapshot.services).toHaveLength(8);
    expect(incidents.filter((incident) => incident.severity !== "scheduled")).toHaveLength(400);
    expect(incidents.filter((incident) => incident.severity === "scheduled")).toHaveLength(12);
    expect(snapshot.incidents.length).toBeGreaterThan(0);
    expect(snapshot.maintenances).toHaveLength(1);
    expect(snapshot.upcoming_maintenances.length).toBeGreaterThan(0);
    told.push(
      incidents
        .filter((incident) => incident.severity !== "scheduled")
        .map((incident) => [incident.title, incident.type]),
    );
  }
  expect(told[0]).toEqual(told[1]);
  expect(told[0]).not.toEqual(told[2]);
});
