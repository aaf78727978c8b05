import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { listRevisions, type Revision } from "#lib/incident-revisions/queries.ts";
import { type DeletedIncident, listDeleted } from "#lib/incidents/deleted/queries.ts";
import { type PublicIncident, withDetails } from "#lib/public-page/snapshot/incidents.ts";
import { openSnapshot } from "#lib/public-page/snapshot/open-snapshot.ts";
import { findIncident, listAnnounced, listEnded } from "#lib/public-page/snapshot/queries.ts";
import type { Snapshot } from "#lib/public-page/snapshot/snapshot.ts";

/** An incident with what tells readers whether they know it already; null: as it was created. */
export type FeedIncident = PublicIncident & { revised: Revision | null };

export type FeedContent = { snapshot: Snapshot; incidents: FeedIncident[] };
export type CalendarContent = FeedContent & { deleted: DeletedIncident[] };

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

type Page = { grant: PageGrant; snapshot: Snapshot; visible: number[] };

async function openVisible(ctx: Context, target: PageTarget): Promise<Page> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  return { grant, snapshot, visible: [...snapshot.by_id.keys()] };
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
  return { snapshot: page.snapshot, incidents: await toldIncidents(ctx.db, page) };
}

/**
 * The same for calendars, with what was deleted lately.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openCalendar(ctx: Context, target: PageTarget): Promise<CalendarContent> {
  const page = await openVisible(ctx, target);
  const { grant, snapshot, visible } = page;
  const [incidents, deleted] = await Promise.all([
    toldIncidents(ctx.db, page),
    listDeleted(ctx.db, grant, visible, snapshot.as_of),
  ]);
  return { snapshot, incidents, deleted };
}

/**
 * A calendar with one incident or maintenance, deleted perhaps.
 * @throws {AppError} `not_found`, also where it affects private services only; `forbidden`
 */
export async function openIncidentCalendar(
  ctx: Context,
  target: PageTarget & { incident_id: number },
): Promise<CalendarContent> {
  const { grant, snapshot, visible } = await openVisible(ctx, target);
  const row = await findIncident(ctx.db, grant, snapshot.scope, target.incident_id);
  if (!row) {
    const all = await listDeleted(ctx.db, grant, visible, snapshot.as_of);
    const deleted = all.filter(({ incident_id }) => incident_id === target.incident_id);
    if (deleted.length === 0) throw notFound();
    return { snapshot, incidents: [], deleted };
  }
  const incidents = await withDetails(ctx.db, grant, [row], visible);
  return { snapshot, incidents: await withRevisions(ctx.db, grant, incidents), deleted: [] };
}
