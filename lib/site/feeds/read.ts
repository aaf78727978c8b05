import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  type DeletedIncident,
  listDeletedIncidents,
} from "#lib/incidents/deleted-incidents.queries.ts";
import { listRevisions, type Revision } from "#lib/incidents/revisions.queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { readActivity } from "#lib/site/snapshot/activity.ts";
import { type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import {
  findIncident,
  type Kind,
  listAnnounced,
  listEnded,
  listWithdrawn,
} from "#lib/site/snapshot/queries.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";

/** `revised` tells readers whether they know this version; null: unchanged. */
export type FeedIncident = PublicIncident & { revised: Revision | null };

export type About =
  | { kind: "page" }
  | { kind: "service"; service: PublicService }
  | { kind: "incident"; incident: FeedIncident };

/** `token`: the secret in the URL of a personal feed. */
export type FeedContent = {
  snapshot: Snapshot;
  about: About;
  incidents: FeedIncident[];
  token?: string;
};
/** Kinds of items. */
export type FeedUnit = "updates" | "incidents";

export type CalendarContent = FeedContent & { deleted: DeletedIncident[] };

export function feedPath(file: string, { token }: Pick<FeedContent, "token">): string {
  return token === undefined ? `/${file}` : `/feeds/${token}/${file}`;
}

/** The part of a feed's address that says what an item is. */
export function unitQuery(unit: FeedUnit): string {
  return unit === "incidents" ? "?items=incidents" : "";
}

async function withRevisions(
  db: Db,
  grant: PageGrant,
  incidents: PublicIncident[],
): Promise<FeedIncident[]> {
  const ids = incidents.map((incident) => incident.id);
  const revisions = await listRevisions(db, grant, ids);
  return incidents.map((incident) => ({
    ...incident,
    revised: revisions.get(incident.id) ?? null,
  }));
}

const WHOLE_PAGE: About = { kind: "page" };

type Page = { grant: PageGrant; snapshot: Snapshot; visible: number[] };
type IncidentTarget = PageTarget & { incident_id: number };

async function loadVisible(ctx: Context, target: PageTarget): Promise<Page> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  return { grant, snapshot, visible: [...snapshot.by_id.keys()] };
}

/**
 * Limits current incidents to a service and its descendants.
 * @throws {AppError} `not_found`, also for invisible services; `forbidden`
 */
async function loadOfService(
  ctx: Context,
  target: ServiceTarget,
): Promise<Page & { service: PublicService; below: ReadonlySet<number> }> {
  const { grant, snapshot, visible } = await loadVisible(ctx, target);
  const service = publicService(snapshot, target.service_id);
  const below = new Set([service, ...descendants(service)].map(({ id }) => id));
  const scope = { ...snapshot.scope, within: [...below] };
  const { page, as_of } = snapshot;
  const asked = { scope, services: visible, now: as_of, settings: page.settings };
  const activity = await readActivity(ctx.db, grant, asked);
  return { grant, snapshot: { ...snapshot, ...activity, scope }, visible, service, below };
}

async function listFeedIncidents(
  db: Db,
  { grant, snapshot, visible }: Page,
  kind?: Kind,
): Promise<FeedIncident[]> {
  const { scope, as_of, incidents, maintenances } = snapshot;
  const lists = await Promise.all([
    listAnnounced(db, grant, scope, as_of, kind),
    listEnded(db, grant, scope, as_of, kind),
    listWithdrawn(db, grant, scope, as_of),
  ]);
  const others = await withDetails(db, grant, lists.flat(), visible);
  const running = kind === "maintenance" ? maintenances : [...incidents, ...maintenances];
  return withRevisions(db, grant, [...running, ...others]);
}

/** Reads the incidents for a page's feed. @throws {AppError} `not_found`, `forbidden` */
export async function loadFeed(ctx: Context, target: PageTarget): Promise<FeedContent> {
  const page = await loadVisible(ctx, target);
  const incidents = await listFeedIncidents(ctx.db, page);
  return { snapshot: page.snapshot, about: WHOLE_PAGE, incidents };
}

/**
 * Reads the feed of a service and its descendants.
 * @throws {AppError} `not_found`, also for invisible services; `forbidden`
 */
export async function loadServiceFeed(ctx: Context, target: ServiceTarget): Promise<FeedContent> {
  const { service, ...page } = await loadOfService(ctx, target);
  const incidents = await listFeedIncidents(ctx.db, page);
  return { snapshot: page.snapshot, about: { kind: "service", service }, incidents };
}

/**
 * Reads the feed of one incident.
 * @throws {AppError} `not_found`, also if it affects private services only; `forbidden`
 */
export async function loadIncidentFeed(ctx: Context, target: IncidentTarget): Promise<FeedContent> {
  const { grant, snapshot, visible } = await loadVisible(ctx, target);
  const row = await findIncident(ctx.db, grant, snapshot.scope, target.incident_id);
  if (!row) throw notFound();
  const incidents = await withDetails(ctx.db, grant, [row], visible);
  const [incident] = await withRevisions(ctx.db, grant, incidents);
  if (!incident) throw notFound();
  return { snapshot, about: { kind: "incident", incident }, incidents: [incident] };
}

function deletedIn({ scope, as_of }: Snapshot, visible: readonly number[]) {
  return { visible, history_since: scope.history_since, now: as_of };
}

async function readCalendar(
  ctx: Context,
  target: PageTarget,
  kind?: Kind,
): Promise<CalendarContent> {
  const page = await loadVisible(ctx, target);
  const { grant, snapshot, visible } = page;
  const [incidents, deleted] = await Promise.all([
    listFeedIncidents(ctx.db, page, kind),
    listDeletedIncidents(ctx.db, grant, deletedIn(snapshot, visible)),
  ]);
  return { snapshot, about: WHOLE_PAGE, incidents, deleted };
}

/**
 * Reads a page's calendar, including recently deleted events.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function loadCalendar(ctx: Context, target: PageTarget): Promise<CalendarContent> {
  return readCalendar(ctx, target);
}

/** Reads the calendar of maintenances. @throws {AppError} `not_found`, `forbidden` */
export async function loadMaintenanceCalendar(
  ctx: Context,
  target: PageTarget,
): Promise<CalendarContent> {
  const { deleted, ...content } = await readCalendar(ctx, target, "maintenance");
  return { ...content, deleted: deleted.filter(({ severity }) => severity === "scheduled") };
}

/**
 * Reads the calendar of a service and its descendants.
 * @throws {AppError} `not_found`, also for invisible services; `forbidden`
 */
export async function loadServiceCalendar(
  ctx: Context,
  target: ServiceTarget,
): Promise<CalendarContent> {
  const { service, below, ...page } = await loadOfService(ctx, target);
  const { grant, snapshot } = page;
  const [incidents, deleted] = await Promise.all([
    listFeedIncidents(ctx.db, page),
    listDeletedIncidents(ctx.db, grant, deletedIn(snapshot, [...below])),
  ]);
  return {
    snapshot,
    about: { kind: "service", service },
    incidents,
    deleted: deleted.filter(({ service_ids }) => service_ids.length > 0),
  };
}

/**
 * Reads the calendar of one incident, even if deleted.
 * @throws {AppError} `not_found`, also if it affects private services only; `forbidden`
 */
export async function loadIncidentCalendar(
  ctx: Context,
  target: IncidentTarget,
): Promise<CalendarContent> {
  const { grant, snapshot, visible } = await loadVisible(ctx, target);
  const row = await findIncident(ctx.db, grant, snapshot.scope, target.incident_id);
  const about = WHOLE_PAGE;
  if (!row) {
    const all = await listDeletedIncidents(ctx.db, grant, deletedIn(snapshot, visible));
    const deleted = all.filter(({ incident_id }) => incident_id === target.incident_id);
    if (deleted.length === 0) throw notFound();
    return { snapshot, about, incidents: [], deleted };
  }
  const incidents = await withDetails(ctx.db, grant, [row], visible);
  return { snapshot, about, incidents: await withRevisions(ctx.db, grant, incidents), deleted: [] };
}
