import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { eraseIncidents } from "#lib/incidents/erase.ts";
import { lockIncident } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import { footprintOf, rebuildUptime } from "#lib/incidents/settle.ts";

/**
 * Deletes an incident with its updates, as if it had never been.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteIncident(ctx: Context, target: IncidentTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx) => {
    const incident = await lockIncident(trx, grant, target.incident_id);
    const before = await footprintOf(trx, grant, incident);
    await eraseIncidents(trx, grant, [incident.id]);
    await rebuildUptime(trx, grant, before, null);
    await audit(trx, ctx, grant, { action: "incident.delete", subject_id: incident.id, changes: { title: incident.title } });
  });
}
