import { authorize } from "#lib/core/access/authorize.ts";
import { subjectOf } from "#lib/core/events/event.ts";
import { isUpdateHeld } from "#lib/core/events/withdraw.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { takesBack } from "#lib/core/transaction/texts.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import type { IncidentUpdateTarget } from "#lib/incidents/read.ts";
import { checkEdited } from "#lib/incidents/rules.ts";
import type { EditUpdate, IncidentUpdate } from "#lib/incidents/schema.ts";
import { serializeIncidentUpdate } from "#lib/incidents/serialize.ts";
import { lockForChange, settle } from "#lib/incidents/settle.ts";
import { getUpdate, updateUpdateRow } from "#lib/incidents/updates/incident-updates.queries.ts";
import { renderUpdates } from "#lib/incidents/updates/render.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Changes the given fields of an update and recomputes what it causes.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function editUpdate(
  ctx: Context,
  target: IncidentUpdateTarget,
  input: EditUpdate,
): Promise<IncidentUpdate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { incident, before } = await lockForChange(trx, grant, target.incident_id);
    const update = await getUpdate(trx, grant, incident.id, target.update_id);
    checkEdited(incident, update, input);
    const edited = await updateUpdateRow(trx, grant, update.id, {
      ...input,
      updated_at: wireNow(),
    });
    if (takesBack(update, edited)) withdraw("content");
    const settled = await settle(trx, grant, incident, before);
    const subject = subjectOf("incident", incident.id);
    const isHeld = await isUpdateHeld(trx, grant, subject, update.id);
    const held = isHeld ? { update_id: update.id } : {};
    return {
      result: serializeIncidentUpdate(edited, await renderUpdates([[edited]])),
      audit: {
        action: "incident_update.update",
        subject_id: update.id,
        changes: input,
        before: update,
      },
      events: [incidentUpdated(settled, { ...held, corrects: true })],
      was: {
        result: serializeIncidentUpdate(update, await renderUpdates([[update]])),
        hidden: [update, edited],
      },
    };
  });
}
