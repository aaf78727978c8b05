import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { subjectOf } from "#lib/events/event.ts";
import { withdrawRecord } from "#lib/events/withdraw.ts";
import { eraseRows } from "#lib/incidents/erase.ts";
import { lockIncident } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import { footprintOf, rebuildUptime } from "#lib/incidents/settle.ts";

/**
 * Deletes an incident with its updates. If it is still held, no one is notified of it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteIncident(ctx: Context, target: IncidentTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const incident = await lockIncident(trx, grant, target.incident_id);
    const before = await footprintOf(trx, grant, incident);
    const withdrawn = await withdrawRecord(trx, grant, subjectOf("incident", incident.id));
    const [deleted] = await eraseRows(trx, grant, [incident]);
    if (!deleted) throw notFound();
    withdraw("content");
    await rebuildUptime(trx, grant, before, null);
    return {
      result: undefined,
      audit: {
        action: "incident.delete",
        subject_id: incident.id,
        changes: { title: incident.title },
      },
      events: [withdrawn ?? deleted],
    };
  });
}
