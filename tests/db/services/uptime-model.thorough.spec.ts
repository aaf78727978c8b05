import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import {
  listServiceDays,
  rebuildAllServiceDays,
  rebuildServiceDays,
  type ServiceDay,
} from "#lib/services/uptime/queries.ts";
import { rollUp } from "#lib/services/uptime/uptime.ts";
import { type BareIncident, mintIncident, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import {
  type Drawn,
  type ModelDay,
  modelDays,
  modelDowntime,
  type Tree,
  WINDOW_SECONDS,
  wire,
} from "#tests/support/data/uptime-model.ts";
import { expect, test } from "#tests/support/test.ts";

/** Days on which clocks change, at midnight in some of these zones, by half an hour in one. */
const WINDOWS = [
  { time_zone: "Europe/Berlin", start: "2026-03-28T00:00:00" },
  { time_zone: "Europe/Berlin", start: "2026-10-24T00:00:00" },
  { time_zone: "America/Havana", start: "2026-10-31T00:00:00" },
  { time_zone: "America/Santiago", start: "2026-09-05T00:00:00" },
  { time_zone: "Australia/Lord_Howe", start: "2026-04-03T00:00:00" },
  { time_zone: "Atlantic/Azores", start: "2026-10-24T00:00:00" },
];

// 0 ─ 1 ─ 2, 0 ─ 3 (private) ─ 4, 0 ─ 5: who counts for whom
const TREE: Tree = [[1, 5], [2], [], [4], [], []];

async function tree(db: Db, time_zone: string) {
  const { page } = await mintOrganization(db, { time_zone });
  const root = await mintService(db, page.id);
  const child = await mintService(db, page.id, { parent_id: root });
  const leaf = await mintService(db, page.id, { parent_id: child });
  const secret = await mintService(db, page.id, { parent_id: root, private: true });
  const below = await mintService(db, page.id, { parent_id: secret });
  const other = await mintService(db, page.id, { parent_id: root });
  const services = await db
    .selectFrom("services")
    .select(["id", "parent_id", "private"])
    .where("status_page_id", "=", page.id)
    .execute();
  const grant = await systemGrant(db, page.subdomain);
  return { page, grant, services, ids: [root, child, leaf, secret, below, other] };
}

const drawn = fc.record<Drawn>({
  severity: fc.constantFrom("major", "minor", "scheduled"),
  from: fc.integer({ min: 0, max: WINDOW_SECONDS - 1 }),
  length: fc.oneof(
    fc.integer({ min: 0, max: 20_000 }),
    fc.integer({ min: 0, max: WINDOW_SECONDS }),
    fc.constant(null),
  ),
  on: fc.uniqueArray(fc.integer({ min: 0, max: TREE.length - 1 }), { minLength: 1, maxLength: 3 }),
  affects_uptime: fc.boolean(),
});

function rowOf(service_id: number, { day, shown, counted, incidents }: ModelDay): ServiceDay {
  return {
    service_id,
    day,
    major_seconds: shown.major,
    minor_seconds: shown.minor,
    maintenance_seconds: shown.scheduled,
    counted_major_seconds: counted.major,
    counted_minor_seconds: counted.minor,
    counted_maintenance_seconds: counted.scheduled,
    incidents,
  };
}

async function stored(db: Db, status_page_id: number): Promise<ServiceDay[]> {
  const { rows } = await sql<ServiceDay>`
    select service_id, day, major_seconds, minor_seconds, maintenance_seconds,
      counted_major_seconds, counted_minor_seconds, counted_maintenance_seconds, incidents
    from service_days where status_page_id = ${status_page_id} order by service_id, day`.execute(
    db,
  );
  return rows;
}

for (const [index, window] of WINDOWS.entries()) {
  test(`roll-up, live days and downtime agree with counting every second: ${window.time_zone} from ${window.start.slice(0, 10)}`, async ({
    database,
  }) => {
    const { page, grant, services, ids } = await tree(database, window.time_zone);
    const daysOf = (incidents: Drawn[], until: number | null) =>
      ids.map((_, place) => modelDays(incidents, TREE, place, window, until));
    const rows = (days: ModelDay[][]) =>
      days.flatMap((own, place) => own.map((day) => rowOf(ids[place] ?? 0, day)));

    const write = async ({ severity, from, length, on, affects_uptime }: Drawn) => {
      const incident: BareIncident = {
        severity,
        starts_at: wire(window, from),
        ends_at: length === null ? null : wire(window, from + length),
        service_ids: on.map((place) => ids[place] ?? 0),
        affects_uptime,
      };
      await mintIncident(database, page.id, incident);
      const { service_ids, starts_at, ends_at: to } = incident;
      const change = { service_ids, from: starts_at, to };
      await database.transaction().execute((trx) => rebuildServiceDays(trx, grant, change));
    };

    const now = fc.integer({ min: 1, max: WINDOW_SECONDS - 1 });
    const property = fc.asyncProperty(
      fc.array(drawn, { maxLength: 6 }),
      now,
      async (some, until) => {
        await database.deleteFrom("incidents").where("status_page_id", "=", page.id).execute();
        await database.deleteFrom("service_days").where("status_page_id", "=", page.id).execute();
        const incidents = some.map((one) =>
          one.length === null
            ? one
            : { ...one, length: Math.min(one.length, WINDOW_SECONDS - one.from) },
        );
        for (const incident of incidents) await write(incident);
        expect(await stored(database, page.id)).toEqual(rows(daysOf(incidents, null)));
        await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
        expect(await stored(database, page.id)).toEqual(rows(daysOf(incidents, null)));
        const live = await listServiceDays(database, grant, {
          from_day: "2026-01-01",
          now: wire(window, until),
        });
        const days = daysOf(incidents, until);
        expect(live).toEqual(rows(days));
        const rolled = rollUp(services, live);
        for (const [place, id] of ids.entries()) {
          for (const { day, downtime_seconds } of rolled.get(id) ?? []) {
            const expected = modelDowntime((of) => days[of] ?? [], TREE, place, day);
            expect(downtime_seconds).toBeCloseTo(expected, 6);
          }
        }
      },
    );
    await fc.assert(property, { numRuns: 20, seed: index });
  });
}
