import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { subjectOf } from "#lib/events/event.ts";
import { withdrawUpdate } from "#lib/events/withdraw.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { lockIncident } from "#lib/incidents/queries.ts";
import type { IncidentUpdateTarget } from "#lib/incidents/read.ts";
import { footprintOf, settle } from "#lib/incidents/settle.ts";
import { deleteUpdateRow } from "#lib/incidents/updates/queries.ts";

/**
 * Deletes an update and undoes its effects; for a day it can be restored. If the update is still
 * held, no one is notified of either.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteUpdate(ctx: Context, target: IncidentUpdateTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const incident = await lockIncident(trx, grant, target.incident_id);
    const before = await footprintOf(trx, grant, incident);
    await deleteUpdateRow(trx, grant, incident.id, target.update_id, wireNow());
    withdraw("content");
    const settled = await settle(trx, grant, incident, before);
    const subject = subjectOf("incident", incident.id);
    const withdrawn = await withdrawUpdate(trx, grant, subject, target.update_id);
    return {
      result: undefined,
      audit: {
        action: "incident_update.delete",
        subject_id: target.update_id,
        changes: { incident_id: incident.id },
      },
      events: [withdrawn ?? incidentUpdated(settled)],
    };
  });
}
