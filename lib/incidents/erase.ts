import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { deleteIncidentRows, listIncidentsById } from "#lib/incidents/queries.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import { deleteSubscriptionsTo } from "#lib/subscriptions/queries.ts";
import { emit } from "#lib/webhooks/emit.ts";

// So many are in memory at a time, with all their updates.
const BATCH = 50;

/** Deletes incidents with their updates and the subscriptions to them, and tells the webhooks. The uptime of their services is left to the caller. */
export async function eraseIncidents(trx: Trx, grant: PageGrant, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const rows = await listIncidentsById(trx, grant, batch);
    for (const incident of await completeIncidents(trx, grant, rows)) await emit(trx, grant, "incident.deleted", incident);
    await deleteSubscriptionsTo(trx, grant, batch);
    await deleteIncidentRows(trx, grant, batch);
  }
}
