import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { IncidentDraft } from "#lib/incidents/drafts/schema.ts";
import { DraftFields } from "#lib/incidents/drafts/schema.ts";
import { createDraft } from "#lib/incidents/drafts/write.ts";
import { getIncident, type IncidentTarget } from "#lib/incidents/read.ts";
import type { IncidentUpdate } from "#lib/incidents/schema.ts";
import { later, secondsBetween, wireNow } from "#lib/platform/clock.ts";

/** What was chosen of the first update; a promise is as far ahead as it was. */
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
 * Copies an incident or a maintenance into a draft: what it says and affects, with its first update,
 * without what came of it.
 * @param given `times`: with those that were chosen
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
  // What is neither planned nor over began when it was posted: nobody chose a time.
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
