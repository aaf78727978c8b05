import type { Db } from "#db/index.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";

const DAY = 86_400;

/** Times of what was said, in days from now; some of it in the same second. */
const SAID = [[-35, -34.25, -34], [-20], [-20, -20], [], [-3], [-10]] as const;

/**
 * A past that feeds tell of: incidents and maintenances, over and to come, with and without
 * updates, on a service, on another and on a private one.
 */
export async function mintPast(db: Db, status_page_id: number, service: number) {
  const other = await mintService(db, status_page_id);
  const hidden = await mintService(db, status_page_id, { private: true });
  const now = wireNow();
  const at = (days: number) => later(now, days * DAY);
  const [past, planned] = ["major" as const, "scheduled" as const];
  const incidents = [
    { severity: past, starts_at: at(-35), ends_at: at(-34), service_ids: [service, other] },
    { severity: past, starts_at: at(-20), ends_at: null, service_ids: [service] },
    { severity: planned, starts_at: at(-20), ends_at: at(-19), service_ids: [other] },
    { severity: past, starts_at: at(-9), ends_at: at(-8), service_ids: [service, hidden] },
    { severity: planned, starts_at: at(5), ends_at: at(6), service_ids: [service] },
    { severity: past, starts_at: at(-10), ends_at: at(-9), service_ids: [hidden] },
  ];
  const ids = await mintIncidents(db, status_page_id, incidents);
  for (const [index, id] of ids.entries()) {
    const said = (SAID[index] ?? []).map(at);
    const made_at = said[0] ?? at(-9);
    const made = { inserted_at: made_at, updated_at: made_at };
    await db.updateTable("incidents").set(made).where("id", "=", id).execute();
    const rows = said.map((posted_at) => ({
      ...{ status_page_id, incident_id: id, type: "update" as const, description: "We look" },
      ...{ posted_at, inserted_at: posted_at, updated_at: posted_at },
    }));
    if (rows.length > 0) await db.insertInto("incident_updates").values(rows).execute();
  }
  return { services: [service, other], incidents: ids.slice(0, 2) };
}
