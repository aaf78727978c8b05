import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findPostmortem } from "#lib/incidents/queries.ts";
import { isOver } from "#lib/incidents/state.ts";
import { dayOf, earlierOf, firstDayOf, laterOf } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { getServiceTexts } from "#lib/services/queries.ts";
import { dayUntil, isShownDay } from "#lib/site/snapshot/days.ts";
import {
  ONE_UPDATE,
  type PublicIncident,
  type PublicNotice,
  withDetails,
  withNoticeDetails,
} from "#lib/site/snapshot/incidents.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { findNotice } from "#lib/site/snapshot/notices.queries.ts";
import { findFirstStart, findIncident, listIncidentsDuring } from "#lib/site/snapshot/queries.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";

export type HistoryDays = {
  first_day: string;
  today: string;
  /** Where `history_limit_days` hides what there was before; null: nothing is hidden. */
  limit_day: string | null;
};

/** The history begins at the first incident or service, within `history_limit_days`. */
export async function historyDays(
  db: Db,
  grant: PageGrant,
  { scope, page, as_of, known_since }: Snapshot,
): Promise<HistoryDays> {
  const { time_zone, settings } = page;
  const [first, first_ever] = await Promise.all([
    findFirstStart(db, grant, scope),
    findFirstStart(db, grant, { ...scope, history_since: null }),
  ]);
  const earliest = first === null ? known_since : earlierOf(dayOf(first, time_zone), known_since);
  const { history_limit_days: limit } = settings;
  const limited = limit === null ? "" : firstDayOf(limit, as_of, time_zone);
  const began = first_ever === null ? earliest : earlierOf(dayOf(first_ever, time_zone), earliest);
  return {
    first_day: laterOf(earliest, limited),
    today: dayOf(as_of, time_zone),
    limit_day: began < limited ? limited : null,
  };
}

type Loaded<T> = { grant: PageGrant; snapshot: Snapshot } & T;

function namedServices({ by_id }: Snapshot): number[] {
  return [...by_id.keys()];
}

export type Postmortem = { description: string };

/**
 * Reads an incident and, once it is over, its post-mortem.
 * @throws {AppError} `not_found`, also if it affects private services only; `forbidden`
 */
export async function loadIncident(
  ctx: Context,
  target: PageTarget & { incident_id: number },
): Promise<Loaded<{ incident: PublicIncident; postmortem: Postmortem | null }>> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const row = await findIncident(ctx.db, grant, snapshot.scope, target.incident_id);
  if (!row) throw notFound();
  const mayRead = isOver(row, snapshot.as_of);
  const [[incident], description] = await Promise.all([
    withDetails(ctx.db, grant, [row], namedServices(snapshot)),
    mayRead ? findPostmortem(ctx.db, grant, row.id) : null,
  ]);
  const postmortem = description === null ? null : { description };
  return { grant, snapshot, incident: incident as PublicIncident, postmortem };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function loadNotice(
  ctx: Context,
  target: PageTarget & { info_notice_id: number },
): Promise<Loaded<{ notice: PublicNotice }>> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const { info_notices_enabled } = snapshot.page.settings;
  const asked = { id: target.info_notice_id, now: snapshot.as_of };
  const row = await findNotice(ctx.db, grant, snapshot.scope, asked);
  if (!row || !info_notices_enabled) throw notFound();
  const [notice] = await withNoticeDetails(ctx.db, grant, [row], namedServices(snapshot));
  return { grant, snapshot, notice: notice as PublicNotice };
}

/**
 * Reads a service with its full texts.
 * @throws {AppError} `not_found`, also for invisible services; `forbidden`
 */
export async function loadService(
  ctx: Context,
  target: PageTarget & { service_id: number },
): Promise<Loaded<{ service: PublicService }>> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const service = publicService(snapshot, target.service_id);
  const texts = await getServiceTexts(ctx.db, grant, service.id);
  return { grant, snapshot, service: { ...service, ...texts } };
}

/** `before`: lists only incidents below this id. */
type DayTarget = PageTarget & { day: string; before?: number };
export type ListedDay = {
  incidents: PublicIncident[];
  earlier: number;
  first_day: string;
};

function isListed(day: string, snapshot: Snapshot, { first_day }: HistoryDays): boolean {
  return isShownDay(day, snapshot) && day >= first_day;
}

/** Whether the page lists a day of its zone. @throws {AppError} `not_found`, `forbidden` */
export async function isListedDay(
  ctx: Context,
  { day, ...target }: PageTarget & { day: string },
): Promise<boolean> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  return isListed(day, snapshot, await historyDays(ctx.db, grant, snapshot));
}

/**
 * Reads the incidents of a day in the page's zone.
 * @throws {AppError} `not_found`, also for days that the page does not list; `forbidden`
 */
export async function loadDay(ctx: Context, target: DayTarget): Promise<Loaded<ListedDay>> {
  const { day, before } = target;
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const days = await historyDays(ctx.db, grant, snapshot);
  if (!isListed(day, snapshot, days)) throw notFound();
  const { scope, page, as_of } = snapshot;
  const after = before === undefined ? undefined : await findIncident(ctx.db, grant, scope, before);
  if (before !== undefined && !after) throw notFound();
  const span = dayUntil(day, page.time_zone, as_of);
  const rows = await listIncidentsDuring(ctx.db, grant, scope, span, after);
  const services = namedServices(snapshot);
  return {
    grant,
    snapshot,
    incidents: await withDetails(ctx.db, grant, rows, services, ONE_UPDATE),
    earlier: (rows[0]?.total ?? 0) - rows.length,
    first_day: days.first_day,
  };
}
