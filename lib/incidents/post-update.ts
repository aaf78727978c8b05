import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import type { Changed, NonEmptyEvents } from "#lib/core/transaction/outcome.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { type IncidentTarget, serializeIncidentUpdate } from "#lib/incidents/read.ts";
import { type LockedIncident, lockForChange, recompute } from "#lib/incidents/recompute.ts";
import {
  authorOf,
  checkNamed,
  checkUpdate,
  defaultUpdateType,
  isNewsOwed,
  isOverAt,
} from "#lib/incidents/rules.ts";
import type { IncidentUpdate, PostUpdate } from "#lib/incidents/schema.ts";
import { incidentHasUpdates, insertUpdate } from "#lib/incidents/updates/queries.ts";
import { checkSocialPost } from "#lib/incidents/updates/rules.ts";
import { renderUpdates } from "#lib/incidents/updates/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { areHidden } from "#lib/services/rules.ts";

type LockedForUpdate = LockedIncident & { hasUpdates: boolean };
type Posting = LockedForUpdate & { grant: PageGrant; page: LockedPage };

/** @throws {AppError} `not_found` */
export async function lockToPost(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<LockedForUpdate> {
  const [locked, hasUpdates] = await Promise.all([
    lockForChange(trx, grant, incidentId),
    incidentHasUpdates(trx, grant, incidentId),
  ]);
  return { ...locked, hasUpdates };
}

/** Inserts an update inside the caller's transaction. @throws {AppError} `invalid` */
export async function postUpdateIn(
  trx: Trx,
  { grant, page, incident, before, hasUpdates }: Posting,
  input: PostUpdate,
  { posted_by }: { posted_by: number | null },
): Promise<Changed<IncidentUpdate, AuditEntry, NonEmptyEvents>> {
  const posted_at = input.posted_at ?? wireNow();
  const isFirst = !hasUpdates && !isOverAt(incident, posted_at);
  const type = input.type ?? defaultUpdateType(incident.severity, isFirst);
  checkUpdate(incident, type, posted_at);
  await checkNamed(trx, grant, input.service_ids);
  await checkSocialPost(trx, grant, page.settings, input);
  const { hold_seconds, ...fields } = input;
  const notify = input.notify ?? (await isNewsOwed(trx, grant, incident, { type, posted_at }));
  const row = { ...fields, notify, incident_id: incident.id, type, posted_at, posted_by };
  const [update, recomputed] = await Promise.all([
    insertUpdate(trx, grant, { ...row, translations: input.translations ?? {} }),
    // Sent on the same connection after the insert, so it sees the update.
    recompute(trx, grant, incident, before),
  ]);
  return {
    result: serializeIncidentUpdate(update, await renderUpdates(grant, [[update]])),
    audit: {
      action: "incident_update.create",
      subject_id: update.id,
      changes: { incident_id: incident.id, ...input },
    },
    events: [incidentUpdated(recomputed, { hold_seconds, update_id: update.id, posted: [update] })],
  };
}

/**
 * Posts an update and applies its effects (resolved, escalate, started …) at once; notifications
 * wait for `hold_seconds`.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function postUpdate(
  ctx: Context,
  target: IncidentTarget,
  input: PostUpdate,
): Promise<IncidentUpdate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(
    ctx,
    grant,
    async (trx, page, withdraw, locked) => {
      const { service_ids } = input;
      if (service_ids && (await areHidden(trx, grant, service_ids))) withdraw("content");
      return postUpdateIn(trx, { ...locked, grant, page }, input, { posted_by: authorOf(ctx) });
    },
    (trx: Trx) => lockToPost(trx, grant, target.incident_id),
  );
}
