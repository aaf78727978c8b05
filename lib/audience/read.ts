import { listeningTo } from "#lib/audience/listening.ts";
import { countListeners, type Told } from "#lib/audience/queries.ts";
import type { Audience } from "#lib/audience/schema.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { getIncidentRow } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import { listAllLinks } from "#lib/services/links/queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { getStatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings } from "#lib/status-pages/schema.ts";

type Groups = { subscription_group_ids?: readonly number[] };

const NOBODY: Audience = { total_count: 0, channels: [] };

async function audienceOf(
  ctx: Context,
  grant: PageGrant,
  told: Told,
  { subscription_group_ids: groups }: Groups,
): Promise<Audience> {
  const [services, page] = await Promise.all([
    listPlainServiceRows(ctx.db, grant),
    getStatusPageRow(ctx.db, grant),
  ]);
  const listening = listeningTo(told, services, parseSettings(page.settings));
  if (!listening) return NOBODY;
  const channels = await countListeners(ctx.db, grant, listening, groups);
  return { total_count: channels.reduce((sum, { count }) => sum + count, 0), channels };
}

/**
 * How many confirmed subscriptions would hear of an update of an incident, by channel. Of what
 * affects only private services nobody hears.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readAudience(
  ctx: Context,
  target: IncidentTarget,
  groups: Groups = {},
): Promise<Audience> {
  const grant = await authorize(ctx, "page.read", target);
  const { id, type } = await getIncidentRow(ctx.db, grant, target.incident_id);
  const service_ids = (await listAllLinks(ctx.db, grant, "incident", [id])).get(id) ?? [];
  return audienceOf(ctx, grant, { incident_id: id, type, service_ids }, groups);
}

/** The same of an incident that is still being written. @throws as `readAudience` */
export async function previewAudience(
  ctx: Context,
  target: PageTarget,
  { type, service_ids }: Pick<Told, "type" | "service_ids">,
  groups: Groups = {},
): Promise<Audience> {
  const grant = await authorize(ctx, "page.read", target);
  return audienceOf(ctx, grant, { incident_id: null, type, service_ids }, groups);
}
