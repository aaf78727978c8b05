import type { Db } from "#db/index.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import type { Ids } from "#tests/support/data/samples.ts";

const DAY = 86_400;

/** Times of what was said, in days from now; some of it in the same second. */
const SAID = [[-35, -34.25, -34], [-20], [-20, -20], [], [-3], [-10]] as const;

/** What is said now has another date than the samples. */
async function tellSamplesEarlier(db: Db, status_page_id: number, ids: Ids): Promise<void> {
  const [made_at, posted_at] = [later(wireNow(), -3_600), later(wireNow(), -1_800)];
  const made = { inserted_at: made_at, updated_at: made_at };
  const incident_id = Number(ids.incident_id);
  await db.updateTable("incidents").set(made).where("id", "=", incident_id).execute();
  await db
    .updateTable("incident_updates")
    .set({ ...made, posted_at })
    .where("incident_id", "=", incident_id)
    .execute();
  const info_notice_id = Number(ids.info_notice_id);
  const said = { status_page_id, info_notice_id, description: "We move", posted_at };
  await db.insertInto("info_notice_updates").values(said).execute();
}

/**
 * A past that feeds tell of, beside the samples: incidents and maintenances, over and to come, with
 * and without updates, on their service, on another and on a private one.
 * @returns where feeds tell of it
 */
export async function mintPast(db: Db, page: { id: number }, ids: Ids) {
  const [status_page_id, service] = [page.id, Number(ids.service_id)];
  await tellSamplesEarlier(db, status_page_id, ids);
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
  const told = await mintIncidents(db, status_page_id, incidents);
  for (const [index, id] of told.entries()) {
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
  const followed = [Number(ids.incident_id), ...told.slice(0, 2)];
  return { page, services: [service, other], incidents: followed };
}
