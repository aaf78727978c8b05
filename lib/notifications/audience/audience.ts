import { LRUCache } from "lru-cache";
import type { Db } from "#db/index.ts";
import {
  type NotificationContent,
  SUBSCRIPTION_TYPES,
  type SubscriptionType,
} from "#lib/channels/channel.ts";
import { MAX_SEGMENTS, smsOf } from "#lib/channels/sms/message.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { subjectOf } from "#lib/core/events/event.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIncidentRow } from "#lib/incidents/queries.ts";
import type { IncidentTarget } from "#lib/incidents/read.ts";
import {
  type AudienceFilter,
  type EarlierMessages,
  findEarlierMessages,
  type NotifiedEvent,
} from "#lib/notifications/audience/matching.queries.ts";
import {
  countSubscribers,
  findNewestSent,
  listSpeeds,
} from "#lib/notifications/audience/queries.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { allowedDomains, parseSettings, type Settings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { spoken, translator } from "#lib/platform/i18n/translator.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows, type PlainServiceRow } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";
import { isOffered } from "#lib/subscribers/offered.ts";

export function withAbove(services: readonly PlainServiceRow[], ids: readonly number[]): number[] {
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

/**
 * Resolves the audience of an event by visible services and enabled channels.
 * @param services all of the page
 * @param earlier whose recipients stay in the audience
 * @returns null: only private services are affected
 */
export function resolveAudience(
  event: NotifiedEvent,
  services: readonly PlainServiceRow[],
  settings: Settings,
  earlier: EarlierMessages | null,
): AudienceFilter | null {
  const visible = visibleServices(services, null);
  const seen = visible.filter(({ id }) => event.service_ids.includes(id)).map(({ id }) => id);
  if (event.service_ids.length > 0 && seen.length === 0) return null;
  const types = SUBSCRIPTION_TYPES.filter((type) => isOffered(type, settings));
  return { event: { ...event, service_ids: withAbove(visible, seen) }, types, earlier };
}

export type Draft = { title: string; description: string };

// As long as real ids get.
const SAMPLE_ID = 1_000_000;

function draftSegments(
  page: Pick<StatusPageRow, "name" | "time_zone">,
  settings: Settings,
  address: Addressed,
  { title, description }: Draft,
): number {
  const locale = spoken(settings.default_language);
  const { status_ok_color, status_minor_color, status_major_color } = settings;
  const url = pageUrl(address);
  const content: NotificationContent = {
    event_id: "",
    subject: "",
    kind: "incident",
    page: {
      name: settings.public_company_name || page.name,
      url,
      locale,
      zone: page.time_zone,
      date_format: null,
      time_format: null,
      colors: {
        ok: status_ok_color,
        minor: status_minor_color,
        major: status_major_color,
        scheduled: settings.status_maintenance_color,
      },
    },
    title,
    type: null,
    state: translator(locale)("public.update.investigating"),
    severity: "major",
    is_over: false,
    starts_at: wireNow(),
    ends_at: null,
    plan: null,
    posted_at: wireNow(),
    text: description,
    services: [],
    url: `${url}/incidents/${SAMPLE_ID}`,
    payload: "",
  };
  return smsOf(content).segments;
}

type Speeds = ReadonlyMap<SubscriptionType, number>;

const MAX_PAGES = 1_000;
const LOOK_BACK_S = 30 * DAY_SECONDS;
// Fewer messages say nothing about the speed of many.
const MIN_RECIPIENTS = 20;

const known = new LRUCache<number, { event_id: number; speeds: Speeds }>({ max: MAX_PAGES });

/**
 * Messages per second by channel, measured in the ledger's last events and cached until the next.
 * Includes time lost to the provider's rate limits.
 */
async function speedsOf(db: Db, grant: PageGrant): Promise<Speeds> {
  const page = grant.status_page_id;
  const since = later(wireNow(), -LOOK_BACK_S);
  const event_id = await findNewestSent(db, grant, since);
  if (event_id === null) return new Map();
  const before = known.get(page);
  if (before?.event_id === event_id) return before.speeds;
  const measured = await listSpeeds(db, grant, since);
  const telling = measured.filter(({ count }) => count >= MIN_RECIPIENTS);
  const speeds = new Map(
    // The event with the most recipients comes last and wins.
    telling
      .toSorted((a, b) => a.count - b.count)
      .map(({ channel, count, seconds }) => [channel, count / (seconds + 1)] as const),
  );
  known.set(page, { event_id, speeds });
  return speeds;
}

type AudienceOptions = {
  subscription_group_ids?: readonly number[] | undefined;
  draft?: Draft | undefined;
};

const NOBODY: Audience = { total_count: 0, quarantined_count: 0, seconds: null, channels: [] };

function slowest(channels: Audience["channels"]): number | null {
  const all = channels.filter(({ count }) => count > 0).map(({ seconds }) => seconds);
  const known = all.filter((seconds) => seconds !== null);
  return known.length < all.length || known.length === 0 ? null : Math.max(...known);
}

function isNotice({ type }: NotifiedEvent): boolean {
  return type === "";
}

async function audienceOf(
  ctx: Context,
  grant: PageGrant,
  event: NotifiedEvent,
  { subscription_group_ids: groups, draft }: AudienceOptions,
): Promise<Audience> {
  const { db } = ctx;
  const { incident_id } = event;
  const [services, page, earlier] = await Promise.all([
    listPlainServiceRows(db, grant),
    getStatusPageRow(db, grant),
    incident_id === null
      ? null
      : findEarlierMessages(db, grant, subjectOf("incident", incident_id), null),
  ]);
  const settings = parseSettings(page.settings);
  const isUnnotified = page.draft || (isNotice(event) && !settings.info_notices_enabled);
  const audience = isUnnotified ? null : resolveAudience(event, services, settings, earlier);
  if (!audience) return NOBODY;
  const [subscribers, speeds] = await Promise.all([
    countSubscribers(db, grant, audience, {
      now: wireNow(),
      groups,
      domains: page.member_restricted ? allowedDomains(settings) : undefined,
    }),
    speedsOf(db, grant),
  ]);
  const segments = draft ? draftSegments(page, settings, grant, draft) : MAX_SEGMENTS;
  const channels = subscribers.map(({ type, count, quarantined_count }) => {
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
 * Counts who would receive an incident's update, by channel, and estimates the sending time.
 * Private services notify nobody.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readAudience(
  ctx: Context,
  target: IncidentTarget,
  {
    description,
    ...asked
  }: Pick<AudienceOptions, "subscription_group_ids"> & { description?: string } = {},
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

/** Does the same for an unsaved incident. @throws as `readAudience` */
export async function previewAudience(
  ctx: Context,
  target: PageTarget,
  { type, service_ids }: Pick<NotifiedEvent, "type" | "service_ids">,
  asked: AudienceOptions = {},
): Promise<Audience> {
  const grant = await authorize(ctx, "page.read", target);
  return audienceOf(ctx, grant, { incident_id: null, type, service_ids }, asked);
}
