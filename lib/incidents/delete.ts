import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { subjectOf } from "#lib/core/events/event.ts";
import { isRecordHeld, withdrawRecord } from "#lib/core/events/withdraw.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { type SomeTold, unchanged } from "#lib/core/transaction/outcome.ts";
import { eraseRows } from "#lib/incidents/erase.ts";
import { lockIncident } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import { endUnbegunSeries } from "#lib/incidents/recurrence/queries.ts";
import { lockForChange, rebuildUptime } from "#lib/incidents/settle.ts";
import { deleteUpdateRows } from "#lib/incidents/updates/incident-updates.queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

async function remove(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<{ audit: AuditEntry; events: SomeTold }> {
  const { incident, before } = await lockForChange(trx, grant, incidentId);
  const { id } = incident;
  const { proof, update_ids } = await withdrawRecord(trx, grant, subjectOf("incident", id));
  // Before the incident: the event of its deletion tells of what is left.
  await deleteUpdateRows(trx, grant, update_ids);
  const [deleted] = await eraseRows(trx, grant, [incident]);
  if (!deleted) throw notFound();
  await rebuildUptime(trx, grant, before, null);
  return {
    audit: {
      action: "incident.delete",
      subject_id: incident.id,
      changes: { title: incident.title },
    },
    events: [proof ?? deleted],
  };
}

/**
 * Deletes an incident with its updates. If it is still held, no one is notified of it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteIncident(ctx: Context, target: IncidentTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const removed = await remove(trx, grant, target.incident_id);
    withdraw("content");
    return { result: undefined, ...removed };
  });
}

/**
 * Deletes an incident if no one has been notified of it yet: the undo of creating it.
 * @returns false: its hold is over, and nothing was changed
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function withdrawIncident(ctx: Context, target: IncidentTarget): Promise<boolean> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { id } = await lockIncident(trx, grant, target.incident_id);
    if (!(await isRecordHeld(trx, grant, subjectOf("incident", id)))) return unchanged(false);
    await endUnbegunSeries(trx, grant, id);
    const removed = await remove(trx, grant, id);
    withdraw("content");
    return { result: true, ...removed };
  });
}
