import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { subjectOf } from "#lib/core/events/event.ts";
import { isUpdateHeld, withdrawUpdate } from "#lib/core/events/record.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { type NonEmptyEvents, removesText, unchanged } from "#lib/core/transaction/outcome.ts";
import { restateEdited } from "#lib/incidents/apply-updates.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { type IncidentUpdateTarget, serializeIncidentUpdate } from "#lib/incidents/read.ts";
import { isRevision, lockForChange, recompute, withdrawHidden } from "#lib/incidents/recompute.ts";
import { checkEditedUpdate, checkNamed, checkUpdate } from "#lib/incidents/rules.ts";
import type { EditUpdate, IncidentUpdate } from "#lib/incidents/schema.ts";
import {
  deleteUpdateRow,
  getUpdate,
  restoreUpdateRow,
  type UpdateRow,
  updateUpdateRow,
} from "#lib/incidents/updates/queries.ts";
import { checkSocialPost, editedColumns, newlyTold } from "#lib/incidents/updates/rules.ts";
import { renderUpdates } from "#lib/incidents/updates/serialize.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

/** Edits an update. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function editUpdate(
  ctx: Context,
  target: IncidentUpdateTarget,
  input: EditUpdate,
): Promise<IncidentUpdate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    const { incident, before } = await lockForChange(trx, grant, target.incident_id);
    const update = await getUpdate(trx, grant, incident.id, target.update_id);
    checkEditedUpdate(incident, update, input);
    await checkSocialPost(trx, grant, page.settings, newlyTold(update, input));
    await checkNamed(trx, grant, input.service_ids);
    const values = editedColumns(update, input);
    const edited = await updateUpdateRow(trx, grant, update.id, values);
    if (removesText(update, edited)) withdraw("content");
    const change = { before: update, after: edited };
    const restated = await restateEdited(trx, grant, incident, [change]);
    const updatesChanged = isRevision(update, edited);
    const recomputed = await recompute(trx, grant, restated, before, { updatesChanged });
    await withdrawHidden(trx, grant, before, recomputed, withdraw);
    const subject = subjectOf("incident", incident.id);
    const isHeld = await isUpdateHeld(trx, grant, subject, update.id);
    const held = isHeld ? { update_id: update.id } : {};
    return {
      result: serializeIncidentUpdate(edited, await renderUpdates(grant, [[edited]])),
      audit: {
        action: "incident_update.update",
        subject_id: update.id,
        changes: input,
        before: update,
      },
      events: [
        incidentUpdated(recomputed, {
          ...held,
          corrects: true,
          posted: [{ id: update.id, ...newlyTold(update, edited) }],
        }),
      ],
      was: {
        result: serializeIncidentUpdate(update, await renderUpdates(grant, [[update]])),
        hidden: [update, edited],
      },
    };
  });
}

async function takeBack(
  trx: Trx,
  grant: PageGrant,
  { incident_id, update_id }: IncidentUpdateTarget,
): Promise<{ audit: AuditEntry; events: NonEmptyEvents }> {
  const { incident, before } = await lockForChange(trx, grant, incident_id);
  await deleteUpdateRow(trx, grant, incident.id, update_id, wireNow());
  const recomputed = await recompute(trx, grant, incident, before);
  const withdrawn = await withdrawUpdate(trx, grant, subjectOf("incident", incident.id), update_id);
  return {
    audit: {
      action: "incident_update.delete",
      subject_id: update_id,
      changes: { incident_id: incident.id },
    },
    events: [withdrawn ?? incidentUpdated(recomputed, { corrects: true })],
  };
}

/**
 * Deletes an update and undoes its effects; it can be restored for a day. Nobody is notified of an
 * update that is still held.
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
 * Undoes a post: deletes the update unless notifications have started.
 * @returns false when the hold is over and nothing was changed
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

export const KEPT_SECONDS = DAY_SECONDS;

async function wire(grant: PageGrant, update: UpdateRow): Promise<IncidentUpdate> {
  return serializeIncidentUpdate(update, await renderUpdates(grant, [[update]]));
}

/**
 * Restores an update deleted within the last day, with its effects. Repeating the call changes
 * nothing.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when it no longer fits the incident
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
      return unchanged(
        await wire(grant, await getUpdate(trx, grant, incident.id, target.update_id)),
      );
    checkUpdate(incident, update.type, update.posted_at);
    const recomputed = await recompute(trx, grant, incident, before);
    return {
      result: await wire(grant, update),
      audit: {
        action: "incident_update.restore",
        subject_id: update.id,
        changes: { incident_id: incident.id },
      },
      events: [incidentUpdated(recomputed)],
    };
  });
}
