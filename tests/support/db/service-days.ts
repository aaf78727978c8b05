import type { Db } from "#db/index.ts";
import {
  listServiceDays,
  rebuildServiceDays,
  type ServiceDay,
} from "#lib/services/uptime/queries.ts";
import { type BareIncident, mintIncident, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";

export const NOW = "2026-11-20T12:00:00";

export const hour = 3600;

/** A page with parent ─ child and parent ─ secret (private). */
export async function page(db: Db, time_zone = "Etc/UTC") {
  const { page: minted } = await mintOrganization(db, { time_zone });
  const parent = await mintService(db, minted.id);
  const child = await mintService(db, minted.id, { parent_id: parent });
  const secret = await mintService(db, minted.id, { parent_id: parent, private: true });
  const grant = await systemGrant(db, minted.subdomain);
  const post = async (incident: BareIncident) => {
    await mintIncident(db, minted.id, incident);
    const { service_ids, starts_at: from, ends_at: to } = incident;
    if (to)
      await db
        .transaction()
        .execute((trx) => rebuildServiceDays(trx, grant, { service_ids, from, to }));
  };
  const days = (of: number, now = NOW) =>
    listServiceDays(db, grant, { from_day: "2026-01-01", now }).then((rows) => pick(rows, of));
  return { ...minted, grant, parent, child, secret, post, days };
}

export function pick(rows: ServiceDay[], of: number) {
  return rows
    .filter((row) => row.service_id === of)
    .map(({ day, ...row }) => [
      day,
      row.major_seconds,
      row.minor_seconds,
      row.maintenance_seconds,
      row.counted_maintenance_seconds,
      row.incidents,
    ]);
}

export function on(day: string, from: string, to: string) {
  return { starts_at: `${day}T${from}:00`, ends_at: `${day}T${to}:00` };
}
