import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { deleteIncidentRows, listIncidentsById } from "#lib/incidents/queries.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import { deleteSubscriptionsTo } from "#lib/subscriptions/queries.ts";
import { emit } from "#lib/webhooks/emit.ts";

/** Deletes incidents with their updates and the subscriptions to them, and tells the webhooks. The uptime of their services is left to the caller. */
export async function eraseIncidents(trx: Trx, grant: PageGrant, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await listIncidentsById(trx, grant, ids);
  for (const incident of await completeIncidents(trx, grant, rows)) await emit(trx, grant, "incident.deleted", incident);
  await deleteSubscriptionsTo(trx, grant, ids);
  await deleteIncidentRows(trx, grant, ids);
}
