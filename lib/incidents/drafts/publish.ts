import { isDeepStrictEqual } from "node:util";
import { authorize } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { createDraft, type DraftTarget } from "#lib/incidents/drafts/drafts.ts";
import { deleteDraftRow, getDraftRow, lockDraft } from "#lib/incidents/drafts/queries.ts";
import { DraftFields, type IncidentDraft } from "#lib/incidents/drafts/schema.ts";
import { getIncident, type IncidentTarget } from "#lib/incidents/read.ts";
import { CreateIncident, type Incident, type IncidentUpdate } from "#lib/incidents/schema.ts";
import { later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/**
 * Creates the incident and deletes the draft in one transaction.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` while fields are missing; `conflict` when
 *   the draft has changed since it was read
 */
export async function publishDraft(ctx: Context, target: DraftTarget): Promise<Incident> {
  const grant = await authorize(ctx, "incident.write", target);
  const { id, fields } = await getDraftRow(ctx.db, grant, target.incident_draft_id);
  const input = parseInput(CreateIncident, fields);
  const publishing: Context = {
    ...ctx,
    precondition: async (trx) => {
      await ctx.precondition?.(trx);
      const locked = await lockDraft(trx, grant, id);
      if (!isDeepStrictEqual(locked.fields, fields))
        throw new AppError("conflict", "The draft has changed meanwhile");
    },
    before_commit: async (trx, result) => {
      await deleteDraftRow(trx, grant, id);
      await ctx.before_commit?.(trx, result);
    },
  };
  return createIncident(publishing, target, input);
}

/** A promised time stays as far ahead as it was. */
function updateOf({ description, translations, social_post, ...times }: IncidentUpdate) {
  const { posted_at, next_update_at } = times;
  const ahead_s = next_update_at === null ? 0 : secondsBetween(posted_at, next_update_at);
  return {
    ...{ description, translations },
    ...(social_post && { social_post }),
    ...(ahead_s > 0 && { next_update_at: later(wireNow(), ahead_s) }),
  };
}

/**
 * Copies an incident with its first update into a draft.
 * @param given `times`: copy planned or past times as well
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function duplicateIncident(
  ctx: Context,
  target: IncidentTarget,
  given: { times?: boolean } = {},
): Promise<IncidentDraft> {
  const { id, updates, ...incident } = await getIncident(ctx, target);
  const { title, type, service_ids, translations, notify, affects_uptime } = incident;
  const { maintenance_notify, maintenance_notify_settings, subscription_group_ids } = incident;
  const first = updates.at(-1);
  // An open incident's start was set by posting it, not chosen.
  const { starts_at, ends_at } = incident;
  const fields = parseInput(DraftFields, {
    ...{ title, type, service_ids, translations, notify, affects_uptime },
    subscription_group_ids,
    ...(maintenance_notify && { maintenance_notify, maintenance_notify_settings }),
    ...(given.times && ends_at !== null && { starts_at, ends_at }),
    updates: first ? [updateOf(first)] : [],
  });
  return createDraft(ctx, target, fields, id);
}
