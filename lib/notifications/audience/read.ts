import { MAX_SEGMENTS } from "#lib/channels/sms/message.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIncidentRow } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import { listeningTo } from "#lib/notifications/audience/listening.ts";
import { countListeners, type Told } from "#lib/notifications/audience/queries.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";
import { type Draft, draftSegments } from "#lib/notifications/audience/segments.ts";
import { speedsOf } from "#lib/notifications/audience/speeds.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { allowedDomains, parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";

/** Who is meant, and what they would be told, where that is known. */
type Asked = { subscription_group_ids?: readonly number[] | undefined; draft?: Draft | undefined };

const NOBODY: Audience = { total_count: 0, quarantined_count: 0, seconds: null, channels: [] };

/** How long the slowest takes; null where one is not known. */
function slowest(channels: Audience["channels"]): number | null {
  const all = channels.filter(({ count }) => count > 0).map(({ seconds }) => seconds);
  const known = all.filter((seconds) => seconds !== null);
  return known.length < all.length || known.length === 0 ? null : Math.max(...known);
}

/** Only notices have no type. */
function isNotice({ type }: Told): boolean {
  return type === "";
}

async function audienceOf(
  ctx: Context,
  grant: PageGrant,
  told: Told,
  { subscription_group_ids: groups, draft }: Asked,
): Promise<Audience> {
  const { db } = ctx;
  const [services, page] = await Promise.all([
    listPlainServiceRows(db, grant),
    getStatusPageRow(db, grant),
  ]);
  const settings = parseSettings(page.settings);
  const isUntold = page.draft || (isNotice(told) && !settings.info_notices_enabled);
  const listening = isUntold ? null : listeningTo(told, services, settings);
  if (!listening) return NOBODY;
  const [listeners, speeds] = await Promise.all([
    countListeners(db, grant, listening, {
      now: wireNow(),
      groups,
      domains: page.member_restricted ? allowedDomains(settings) : undefined,
    }),
    speedsOf(db, grant),
  ]);
  const segments = draft ? draftSegments(page, settings, grant, draft) : MAX_SEGMENTS;
  const channels = listeners.map(({ type, count, quarantined_count }) => {
    const speed = speeds.get(type);
    return {
      ...{ type, count, quarantined_count },
      segments: type === "sms" ? segments : null,
      seconds: speed === undefined ? null : Math.ceil(count / speed),
    };
  });
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    total_count: sum(channels.map(({ count }) => count)),
    quarantined_count: sum(channels.map(({ quarantined_count }) => quarantined_count)),
    seconds: slowest(channels),
    channels,
  };
}

/**
 * How many subscriptions would be told of an update of an incident, by channel, and how long that
 * would take. Of what affects only private services nobody hears.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readAudience(
  ctx: Context,
  target: IncidentTarget,
  { description, ...asked }: Pick<Asked, "subscription_group_ids"> & { description?: string } = {},
): Promise<Audience> {
  const grant = await authorize(ctx, "page.read", target);
  const row = await getIncidentRow(ctx.db, grant, target.incident_id);
  const { id, type, title, subscription_group_ids: group_ids } = row;
  const service_ids = (await listAllLinks(ctx.db, grant, "incident", [id])).get(id) ?? [];
  const draft = description === undefined ? undefined : { title, description };
  return audienceOf(
    ctx,
    grant,
    { incident_id: id, type, service_ids, group_ids },
    { ...asked, draft },
  );
}

/** The same of an incident that is still being written. @throws as `readAudience` */
export async function previewAudience(
  ctx: Context,
  target: PageTarget,
  { type, service_ids }: Pick<Told, "type" | "service_ids">,
  asked: Asked = {},
): Promise<Audience> {
  const grant = await authorize(ctx, "page.read", target);
  return audienceOf(ctx, grant, { incident_id: null, type, service_ids }, asked);
}
