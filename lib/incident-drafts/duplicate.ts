import type { Context } from "#lib/context.ts";
import type { IncidentDraft } from "#lib/incident-drafts/schema.ts";
import { DraftFields } from "#lib/incident-drafts/schema.ts";
import { createDraft } from "#lib/incident-drafts/write.ts";
import { getIncident, type IncidentTarget } from "#lib/incidents/read.ts";
import { parseInput } from "#lib/validation.ts";

/**
 * Copies an incident or a maintenance into a draft: what it says and affects, with its first update,
 * without its times and what came of it.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function duplicateIncident(
  ctx: Context,
  target: IncidentTarget,
): Promise<IncidentDraft> {
  const { id, updates, ...incident } = await getIncident(ctx, target);
  const { title, type, service_ids, translations, notify, affects_uptime } = incident;
  const { maintenance_notify, maintenance_notify_settings, subscription_group_ids } = incident;
  const first = updates.at(-1);
  const said = first && { description: first.description, translations: first.translations };
  const fields = parseInput(DraftFields, {
    ...{ title, type, service_ids, translations, notify, affects_uptime },
    subscription_group_ids,
    ...(maintenance_notify && { maintenance_notify, maintenance_notify_settings }),
    updates: said ? [said] : [],
  });
  return createDraft(ctx, target, fields, id);
}
