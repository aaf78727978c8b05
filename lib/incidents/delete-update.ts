import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { subjectOf } from "#lib/core/events/event.ts";
import { isUpdateHeld, withdrawUpdate } from "#lib/core/events/withdraw.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { type SomeTold, unchanged } from "#lib/core/transaction/outcome.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import type { IncidentUpdateTarget } from "#lib/incidents/read.ts";
import { lockForChange, settle } from "#lib/incidents/settle.ts";
import { deleteUpdateRow, getUpdate } from "#lib/incidents/updates/incident-updates.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

async function takeBack(
  trx: Trx,
  grant: PageGrant,
  { incident_id, update_id }: IncidentUpdateTarget,
): Promise<{ audit: AuditEntry; events: SomeTold }> {
  const { incident, before } = await lockForChange(trx, grant, incident_id);
  await deleteUpdateRow(trx, grant, incident.id, update_id, wireNow());
  const settled = await settle(trx, grant, incident, before);
  const withdrawn = await withdrawUpdate(trx, grant, subjectOf("incident", incident.id), update_id);
  return {
    audit: {
      action: "incident_update.delete",
      subject_id: update_id,
      changes: { incident_id: incident.id },
    },
    events: [withdrawn ?? incidentUpdated(settled, { corrects: true })],
  };
}

/**
 * Deletes an update and undoes its effects; for a day it can be restored. If the update is still
 * held, no one is notified of either.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteUpdate(ctx: Context, target: IncidentUpdateTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const deleted = await takeBack(trx, grant, target);
    withdraw("content");
    return { result: undefined, ...deleted };
  });
}

/**
 * Deletes an update if no one has been notified of it yet: the undo of a post.
 * @returns false: its hold is over, and nothing was changed
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function withdrawPost(ctx: Context, target: IncidentUpdateTarget): Promise<boolean> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { incident_id, update_id } = target;
    await getUpdate(trx, grant, incident_id, update_id);
    if (!(await isUpdateHeld(trx, grant, subjectOf("incident", incident_id), update_id)))
      return unchanged(false);
    const deleted = await takeBack(trx, grant, target);
    withdraw("content");
    return { result: true, ...deleted };
  });
}
