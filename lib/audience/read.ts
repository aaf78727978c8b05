import { countListeners, type Told } from "#lib/audience/queries.ts";
import type { Audience } from "#lib/audience/schema.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { getIncidentRow } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import { listAllLinks } from "#lib/services/links/queries.ts";
import { listPlainServiceRows, type PlainServiceRow } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";
import { getStatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings } from "#lib/status-pages/schema.ts";
import { isOffered } from "#lib/subscriptions/offered.ts";
import { SUBSCRIPTION_TYPES } from "#lib/subscriptions/schema.ts";

type Groups = { subscription_group_ids?: readonly number[] };

const NOBODY: Audience = { total_count: 0, channels: [] };

/** Services together with all that are above them. */
function withAbove(services: readonly PlainServiceRow[], ids: readonly number[]): number[] {
  const byId = new Map(services.map((service) => [service.id, service]));
  const reached = new Set<number>();
  for (const id of ids) {
    let at = byId.get(id);
    while (at && !reached.has(at.id)) {
      reached.add(at.id);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id);
    }
  }
  return [...reached];
}

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
  const visible = visibleServices(services, null);
  const seen = visible.filter(({ id }) => told.service_ids.includes(id)).map(({ id }) => id);
  if (told.service_ids.length > 0 && seen.length === 0) return NOBODY;
  const settings = parseSettings(page.settings);
  const types = SUBSCRIPTION_TYPES.filter((type) => isOffered(type, settings));
  const shown = { ...told, service_ids: withAbove(visible, seen) };
  const channels = await countListeners(ctx.db, grant, shown, { types, groups });
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
