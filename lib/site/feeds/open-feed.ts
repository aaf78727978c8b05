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
import { readHappenings } from "#lib/site/snapshot/happenings.ts";
import { type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { findIncident, listAnnounced, listEnded } from "#lib/site/snapshot/queries.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";

/** An incident with what tells readers whether they know it already; null: as it was created. */
export type FeedIncident = PublicIncident & { revised: Revision | null };

/** What a feed is about: the page, or one thing on it. */
export type About =
  | { kind: "page" }
  | { kind: "service"; service: PublicService }
  | { kind: "incident"; incident: FeedIncident };

/** `token`: the secret in the address of somebody's own feed. */
export type FeedContent = {
  snapshot: Snapshot;
  about: About;
  incidents: FeedIncident[];
  token?: string;
};
export type CalendarContent = FeedContent & { deleted: DeletedIncident[] };

/** Where on its page a feed is found again. */
export function feedPath(file: string, { token }: Pick<FeedContent, "token">): string {
  return token === undefined ? `/${file}` : `/feeds/${token}/${file}`;
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

async function openVisible(ctx: Context, target: PageTarget): Promise<Page> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  return { grant, snapshot, visible: [...snapshot.by_id.keys()] };
}

/**
 * The same page, but of what goes on only what affects a service or one below it.
 * @throws {AppError} `not_found` for a service that visitors cannot see, too; `forbidden`
 */
async function openOfService(
  ctx: Context,
  target: ServiceTarget,
): Promise<Page & { service: PublicService; below: ReadonlySet<number> }> {
  const { grant, snapshot, visible } = await openVisible(ctx, target);
  const service = publicService(snapshot, target.service_id);
  const below = new Set([service, ...descendants(service)].map(({ id }) => id));
  const scope = { ...snapshot.scope, within: [...below] };
  const { page, as_of } = snapshot;
  const asked = { scope, services: visible, now: as_of, settings: page.settings };
  const happenings = await readHappenings(ctx.db, grant, asked);
  return { grant, snapshot: { ...snapshot, ...happenings, scope }, visible, service, below };
}

/** What goes on, as the page shows it, what is to come next, and what ended last. */
async function toldIncidents(db: Db, { grant, snapshot, visible }: Page): Promise<FeedIncident[]> {
  const { scope, as_of, incidents, maintenances } = snapshot;
  const [announced, ended] = await Promise.all([
    listAnnounced(db, grant, scope, as_of),
    listEnded(db, grant, scope, as_of),
  ]);
  const others = await withDetails(db, grant, [...announced, ...ended], visible);
  return withRevisions(db, grant, [...incidents, ...maintenances, ...others]);
}

/**
 * A page with what goes on, is to come and was, for feeds.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openFeed(ctx: Context, target: PageTarget): Promise<FeedContent> {
  const page = await openVisible(ctx, target);
  const incidents = await toldIncidents(ctx.db, page);
  return { snapshot: page.snapshot, about: WHOLE_PAGE, incidents };
}

/**
 * The same for one service with what is below it.
 * @throws {AppError} `not_found` for a service that visitors cannot see, too; `forbidden`
 */
export async function openServiceFeed(ctx: Context, target: ServiceTarget): Promise<FeedContent> {
  const { service, ...page } = await openOfService(ctx, target);
  const incidents = await toldIncidents(ctx.db, page);
  return { snapshot: page.snapshot, about: { kind: "service", service }, incidents };
}

/**
 * One incident or maintenance.
 * @throws {AppError} `not_found`, also where it affects private services only; `forbidden`
 */
export async function openIncidentFeed(ctx: Context, target: IncidentTarget): Promise<FeedContent> {
  const { grant, snapshot, visible } = await openVisible(ctx, target);
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

/**
 * What the page's feeds have for calendars, with what was deleted lately.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openCalendar(ctx: Context, target: PageTarget): Promise<CalendarContent> {
  const page = await openVisible(ctx, target);
  const { grant, snapshot, visible } = page;
  const [incidents, deleted] = await Promise.all([
    toldIncidents(ctx.db, page),
    listDeletedIncidents(ctx.db, grant, deletedIn(snapshot, visible)),
  ]);
  return { snapshot, about: WHOLE_PAGE, incidents, deleted };
}

/**
 * The maintenances among that.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openMaintenanceCalendar(
  ctx: Context,
  target: PageTarget,
): Promise<CalendarContent> {
  const { incidents, deleted, ...content } = await openCalendar(ctx, target);
  return {
    ...content,
    incidents: incidents.filter(({ severity }) => severity === "scheduled"),
    deleted: deleted.filter(({ severity }) => severity === "scheduled"),
  };
}

/**
 * A calendar for one service with what is below it.
 * @throws {AppError} `not_found` for a service that visitors cannot see, too; `forbidden`
 */
export async function openServiceCalendar(
  ctx: Context,
  target: ServiceTarget,
): Promise<CalendarContent> {
  const { service, below, ...page } = await openOfService(ctx, target);
  const { grant, snapshot } = page;
  const [incidents, deleted] = await Promise.all([
    toldIncidents(ctx.db, page),
    listDeletedIncidents(ctx.db, grant, deletedIn(snapshot, [...below])),
  ]);
  return {
    snapshot,
    about: { kind: "service", service },
    incidents,
    // Without what concerned the page as a whole.
    deleted: deleted.filter(({ service_ids }) => service_ids.length > 0),
  };
}

/**
 * A calendar with one incident or maintenance, deleted perhaps.
 * @throws {AppError} `not_found`, also where it affects private services only; `forbidden`
 */
export async function openIncidentCalendar(
  ctx: Context,
  target: IncidentTarget,
): Promise<CalendarContent> {
  const { grant, snapshot, visible } = await openVisible(ctx, target);
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
