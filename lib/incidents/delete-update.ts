import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { lockIncident } from "#lib/incidents/queries.ts";
import type { IncidentUpdateTarget } from "#lib/incidents/read.ts";
import { footprintOf, settle } from "#lib/incidents/settle.ts";
import { deleteUpdateRow, getUpdate } from "#lib/incidents/updates/queries.ts";

/**
 * Deletes an update and takes back what it caused.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteUpdate(ctx: Context, target: IncidentUpdateTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx) => {
    const incident = await lockIncident(trx, grant, target.incident_id);
    const before = await footprintOf(trx, grant, incident);
    const update = await getUpdate(trx, grant, incident.id, target.update_id);
    await deleteUpdateRow(trx, grant, update.id);
    await settle(trx, grant, incident, before);
    await audit(trx, ctx, grant, { action: "incident_update.delete", subject_id: update.id, changes: { incident_id: incident.id } });
  });
}
