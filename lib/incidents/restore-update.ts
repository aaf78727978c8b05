import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import type { IncidentUpdateTarget } from "#lib/incidents/read.ts";
import { checkPosted } from "#lib/incidents/rules.ts";
import type { IncidentUpdate } from "#lib/incidents/schema.ts";
import { serializeIncidentUpdate } from "#lib/incidents/serialize.ts";
import { lockForChange, settle } from "#lib/incidents/settle.ts";
import {
  getUpdate,
  restoreUpdateRow,
  type UpdateRow,
} from "#lib/incidents/updates/incident-updates.queries.ts";
import { renderUpdates } from "#lib/incidents/updates/render.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

/** How long a deleted update is kept. */
export const KEPT_SECONDS = DAY_SECONDS;

async function wire(update: UpdateRow): Promise<IncidentUpdate> {
  return serializeIncidentUpdate(update, await renderUpdates([[update]]));
}

/**
 * Undoes the deletion of an update within a day: it is restored as it was, and has its effects
 * again. An update that was not deleted stays as it is, so that a repeated call does no harm.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the incident has changed so that the
 *   update does not fit any more
 */
export async function restoreUpdate(
  ctx: Context,
  target: IncidentUpdateTarget,
): Promise<IncidentUpdate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx) => {
    const { incident, before } = await lockForChange(trx, grant, target.incident_id);
    const since = later(wireNow(), -KEPT_SECONDS);
    const update = await restoreUpdateRow(trx, grant, incident.id, target.update_id, since);
    if (!update)
      return unchanged(await wire(await getUpdate(trx, grant, incident.id, target.update_id)));
    checkPosted(incident, update.type, update.posted_at);
    const settled = await settle(trx, grant, incident, before);
    return {
      result: await wire(update),
      audit: {
        action: "incident_update.restore",
        subject_id: update.id,
        changes: { incident_id: incident.id },
      },
      events: [incidentUpdated(settled)],
    };
  });
}
