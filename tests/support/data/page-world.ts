import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Db } from "#db/index.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";

const MINUTE_MS = 60_000;
const DAY = 1_440;
export const ZONES = ["Etc/UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Apia"];
const TYPES: Record<string, Severity> = {
  major: "major",
  minor: "minor",
  scheduled: "scheduled",
  fire: "major",
  drizzle: "minor",
  gardening: "scheduled",
};

/** Where each service stands: 0 ─ 1 ─ 2, 0 ─ 3 (private) ─ 4, 5, 6 (private) */
const TREE = [
  {},
  { parent: 0 },
  { parent: 1 },
  { parent: 0, private: true },
  { parent: 3 },
  {},
  { private: true },
];

export type Drawn = { type: string; starts: number; ends: number | null; on: number[] };

const type = fc.constantFrom(...Object.keys(TYPES));
const on = fc.uniqueArray(fc.nat(TREE.length - 1), { minLength: 1, maxLength: 3 });
// Minutes from now; nothing begins or ends while the test reads.
const past = fc.integer({ min: -9 * DAY, max: -10 });
const long = fc.integer({ min: -60 * DAY, max: -10 });
const soon = fc.integer({ min: 10, max: 7 * DAY - 10 });
const late = fc.integer({ min: 7 * DAY + 10, max: 60 * DAY });
const length = fc.nat(2 * DAY);

export const drawn: fc.Arbitrary<Drawn> = fc.oneof(
  fc.record({ type, on, starts: past, ends: fc.constant(null) }),
  fc.record({ type, on, starts: long, ends: fc.option(soon) }),
  fc
    .record({ type, on, starts: past, length })
    .map(({ length: lasts, ...rest }) => ({ ...rest, ends: Math.min(-10, rest.starts + lasts) })),
  fc
    .record({ type, on, starts: fc.oneof(soon, soon, late), length })
    .map(({ length: lasts, ...rest }) => ({ ...rest, ends: rest.starts + 1 + lasts })),
);

/** A page of its own with these incidents, straight in the database. */
export async function mintWorld(db: Db, incidents: Drawn[], time_zone: string) {
  const organization = await mintOrganization(db, { time_zone });
  const { id } = organization.page;
  const ids: number[] = [];
  for (const [index, { parent, ...service }] of TREE.entries()) {
    const parent_id = parent === undefined ? undefined : ids[parent];
    ids.push(await mintService(db, id, { ...service, parent_id, order: index + 1 }));
  }
  const types = Object.entries(TYPES).map(([key, base_severity], order) => ({
    status_page_id: id,
    key,
    name: key,
    base_severity,
    order,
  }));
  const own = types.filter(({ key, base_severity }) => key !== base_severity);
  await db.insertInto("incident_types").values(own).execute();
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString().slice(0, 19);
  const bare = incidents.map((incident) => ({
    type: incident.type,
    severity: TYPES[incident.type] ?? "minor",
    title: randomUUID(),
    starts_at: at(incident.starts),
    ends_at: incident.ends === null ? null : at(incident.ends),
    service_ids: incident.on.map((place) => ids[place] ?? 0),
  }));
  const minted = await mintIncidents(db, id, bare);
  const services = TREE.map(({ parent, private: hidden = false }, index) => ({
    id: ids[index] ?? 0,
    parent_id: parent === undefined ? null : (ids[parent] ?? null),
    private: hidden,
  }));
  const known = bare.map((incident, index) => ({ ...incident, id: minted[index] ?? 0 }));
  return { organization, services, incidents: known, time_zone };
}

export type World = Awaited<ReturnType<typeof mintWorld>>;
