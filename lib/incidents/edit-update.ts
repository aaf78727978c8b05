import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { lockIncident } from "#lib/incidents/queries.ts";
import type { IncidentUpdateTarget } from "#lib/incidents/read.ts";
import { checkPosted } from "#lib/incidents/rules.ts";
import type { EditUpdate, IncidentUpdate } from "#lib/incidents/schema.ts";
import { serializeIncidentUpdate } from "#lib/incidents/serialize.ts";
import { footprintOf, settle } from "#lib/incidents/settle.ts";
import { getUpdate, updateUpdateRow } from "#lib/incidents/updates/queries.ts";

/**
 * Changes the given fields of an update and recomputes what it causes.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function editUpdate(ctx: Context, target: IncidentUpdateTarget, input: EditUpdate): Promise<IncidentUpdate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx) => {
    const incident = await lockIncident(trx, grant, target.incident_id);
    const before = await footprintOf(trx, grant, incident);
    const update = await getUpdate(trx, grant, incident.id, target.update_id);
    checkPosted(incident, input.type ?? update.type, input.posted_at ?? update.posted_at);
    const edited = await updateUpdateRow(trx, grant, update.id, { ...input, updated_at: wireNow() });
    await settle(trx, grant, incident, before);
    await audit(trx, ctx, grant, { action: "incident_update.update", subject_id: update.id, changes: input });
    return serializeIncidentUpdate(edited);
  });
}
