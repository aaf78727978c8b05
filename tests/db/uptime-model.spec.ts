import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { Severity } from "#lib/incidents/schema.ts";
import { listServiceDays, rebuildAllServiceDays, rebuildServiceDays, type ServiceDay } from "#lib/uptime/queries.ts";
import { type BareIncident, mintIncident, systemGrant } from "#tests/support/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

// The same figures, found the slow way: every second of a window is painted, then counted.
const WINDOW_SECONDS = 4 * 86_400;
const CHUNK = 900;
const BITS: Record<Severity, number> = { major: 1, minor: 2, scheduled: 4 };
const COUNTED = 8;

/** Days on which clocks change, at midnight in some of these zones, by half an hour in one. */
const WINDOWS = [
  { time_zone: "Europe/Berlin", start: "2026-03-28T00:00:00" },
  { time_zone: "Europe/Berlin", start: "2026-10-24T00:00:00" },
  { time_zone: "America/Havana", start: "2026-10-31T00:00:00" },
  { time_zone: "America/Santiago", start: "2026-09-05T00:00:00" },
  { time_zone: "Australia/Lord_Howe", start: "2026-04-03T00:00:00" },
  { time_zone: "Atlantic/Azores", start: "2026-10-24T00:00:00" },
];

function wire(start: string, second: number): string {
  return new Date(Date.parse(`${start}Z`) + second * 1000).toISOString().slice(0, 19);
}

type Drawn = { severity: Severity; from: number; length: number | null; on: number[]; affects_uptime: boolean };

function effectiveEnd({ from, length }: Drawn, until: number | null): number {
  const end = length === null ? Number.POSITIVE_INFINITY : from + length;
  return Math.min(end, until ?? (length === null ? from : end), WINDOW_SECONDS);
}

function model(drawn: Drawn[], reach: number[], window: (typeof WINDOWS)[number], until: number | null): Omit<ServiceDay, "service_id">[] {
  const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone: window.time_zone, dateStyle: "short" });
  const seconds = new Uint8Array(WINDOW_SECONDS);
  const touching = new Map<string, Set<Drawn>>();
  const chunkDay = (second: number) => dayOf.format(Date.parse(`${window.start}Z`) + Math.floor(second / CHUNK) * CHUNK * 1000);
  for (const incident of drawn.filter(({ on }) => on.some((index) => reach.includes(index)))) {
    const bits = BITS[incident.severity] | (incident.affects_uptime ? COUNTED : 0);
    const end = effectiveEnd(incident, until);
    // A maintenance that does not affect uptime leaves the mark of one that does.
    for (let second = incident.from; second < end; second += 1) {
      seconds[second] = (seconds[second] ?? 0) | (incident.severity === "scheduled" ? bits : BITS[incident.severity]);
      if (second === incident.from || second % CHUNK === 0) {
        const day = chunkDay(second);
        touching.set(day, (touching.get(day) ?? new Set()).add(incident));
      }
    }
  }
  const days = new Map<string, Omit<ServiceDay, "service_id">>();
  for (let chunk = 0; chunk < WINDOW_SECONDS; chunk += CHUNK) {
    const day = chunkDay(chunk);
    const none = { major_seconds: 0, minor_seconds: 0, maintenance_seconds: 0, counted_maintenance_seconds: 0 };
    const row = days.get(day) ?? { day, ...none, incidents: touching.get(day)?.size ?? 0 };
    for (const bits of seconds.subarray(chunk, chunk + CHUNK)) {
      if (bits & BITS.major) row.major_seconds += 1;
      else if (bits & BITS.minor) row.minor_seconds += 1;
      else if (bits & BITS.scheduled) {
        row.maintenance_seconds += 1;
        if (bits & COUNTED) row.counted_maintenance_seconds += 1;
      }
    }
    days.set(day, row);
  }
  return [...days.values()].filter((row) => row.incidents > 0);
}

// 0 ─ 1 ─ 2, 0 ─ 3 (private) ─ 4: who counts for whom
const REACH = [[0, 1, 2], [1, 2], [2], [3, 4], [4]];

async function tree(db: Db, time_zone: string) {
  const { page } = await mintOrganization(db, { time_zone });
  const root = await mintService(db, page.id);
  const child = await mintService(db, page.id, { parent_id: root });
  const leaf = await mintService(db, page.id, { parent_id: child });
  const secret = await mintService(db, page.id, { parent_id: root, private: true });
  const below = await mintService(db, page.id, { parent_id: secret });
  return { page, grant: await systemGrant(db, page.subdomain), ids: [root, child, leaf, secret, below] };
}

const drawn = fc.record<Drawn>({
  severity: fc.constantFrom("major", "minor", "scheduled"),
  from: fc.integer({ min: 0, max: WINDOW_SECONDS - 1 }),
  length: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: WINDOW_SECONDS }), fc.constant(null)),
  on: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
  affects_uptime: fc.boolean(),
});

for (const [index, window] of WINDOWS.entries()) {
  test(`roll-up and live days agree with counting every second: ${window.time_zone} from ${window.start.slice(0, 10)}`, async ({
    database,
  }) => {
    const { page, grant, ids } = await tree(database, window.time_zone);
    const columns = sql`service_id, day, major_seconds, minor_seconds, maintenance_seconds, counted_maintenance_seconds, incidents`;
    const stored = async () =>
      (
        await sql<ServiceDay>`select ${columns} from service_days where status_page_id = ${page.id} order by service_id, day`.execute(
          database,
        )
      ).rows;
    const expected = (incidents: Drawn[], until: number | null) =>
      ids.flatMap((service_id, place) => model(incidents, REACH[place] ?? [], window, until).map((row) => ({ service_id, ...row })));

    const now = fc.integer({ min: 1, max: WINDOW_SECONDS - 1 });
    const property = fc.asyncProperty(fc.array(drawn, { maxLength: 6 }), now, async (incidents, until) => {
      await database.deleteFrom("incidents").where("status_page_id", "=", page.id).execute();
      await database.deleteFrom("service_days").where("status_page_id", "=", page.id).execute();
      const fitting = incidents.map((one) =>
        one.length === null ? one : { ...one, length: Math.min(one.length, WINDOW_SECONDS - one.from) },
      );
      for (const { severity, from, length, on, affects_uptime } of fitting) {
        const ends_at = length === null ? null : wire(window.start, from + length);
        const service_ids = on.map((place) => ids[place] ?? 0);
        const incident: BareIncident = { severity, starts_at: wire(window.start, from), ends_at, service_ids, affects_uptime };
        await mintIncident(database, page.id, incident);
        const change = { service_ids, from: incident.starts_at, to: ends_at };
        await database.transaction().execute((trx) => rebuildServiceDays(trx, grant, change));
      }
      expect(await stored()).toEqual(expected(fitting, null));
      await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
      expect(await stored()).toEqual(expected(fitting, null));
      const live = await listServiceDays(database, grant, { from_day: "2026-01-01", now: wire(window.start, until) });
      expect(live).toEqual(expected(fitting, until));
    });
    await fc.assert(property, { numRuns: 20, seed: index });
  });
}
