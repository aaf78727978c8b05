import type { Trx } from "#db/index.ts";
import type { AuditEntry } from "#lib/audit/queries.ts";
import { authorize, type PageGrant } from "#lib/auth/authorize.ts";
import type { Changed, SomeTold } from "#lib/change/outcome.ts";
import type { LockedPage } from "#lib/change/queries.ts";
import { changePage } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { type IncidentRow, lockIncident } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import { checkPosted, defaultUpdateType, posterOf } from "#lib/incidents/rules.ts";
import type { IncidentUpdate, PostUpdate } from "#lib/incidents/schema.ts";
import { serializeIncidentUpdate } from "#lib/incidents/serialize.ts";
import { footprintOf, settle } from "#lib/incidents/settle.ts";
import { hasUpdates, insertUpdate } from "#lib/incidents/updates/queries.ts";
import { renderUpdates } from "#lib/updates/render.ts";
import { checkSocialPost } from "#lib/updates/social.ts";

type Posting = { grant: PageGrant; page: LockedPage; incident: IncidentRow };

/** The work of whatever posts an update, in its transaction. @throws {AppError} `invalid` */
export async function addUpdate(
  trx: Trx,
  { grant, page, incident }: Posting,
  input: PostUpdate,
  { posted_by }: { posted_by: number | null },
): Promise<Changed<IncidentUpdate, AuditEntry, SomeTold>> {
  const [before, hasSome] = await Promise.all([
    footprintOf(trx, grant, incident),
    hasUpdates(trx, grant, incident.id),
  ]);
  const type = input.type ?? defaultUpdateType(incident.severity, !hasSome);
  const posted_at = input.posted_at ?? wireNow();
  checkPosted(incident, type, posted_at);
  await checkSocialPost(trx, grant, page.settings, input);
  const { hold_seconds, ...fields } = input;
  const update = await insertUpdate(trx, grant, {
    ...fields,
    incident_id: incident.id,
    type,
    posted_at,
    posted_by,
    translations: input.translations ?? {},
  });
  const settled = await settle(trx, grant, incident, before);
  return {
    result: serializeIncidentUpdate(update, await renderUpdates([[update]])),
    audit: {
      action: "incident_update.create",
      subject_id: update.id,
      changes: { incident_id: incident.id, ...input },
    },
    events: [incidentUpdated(settled, { hold_seconds, update_id: update.id, posted: [update] })],
  };
}

/**
 * Posts an update; its effects (resolved, escalate, started …) apply at once. While it is held, no
 * one is notified of it.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function postUpdate(
  ctx: Context,
  target: IncidentTarget,
  input: PostUpdate,
): Promise<IncidentUpdate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const incident = await lockIncident(trx, grant, target.incident_id);
    return addUpdate(trx, { grant, page, incident }, input, { posted_by: posterOf(ctx) });
  });
}
