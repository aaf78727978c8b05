import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findPostmortem } from "#lib/incidents/queries.ts";
import { phaseAt } from "#lib/incidents/state.ts";
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
import { findNotice } from "#lib/site/snapshot/notices.queries.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { findIncident, listHappened } from "#lib/site/snapshot/queries.ts";
import { shownDays } from "#lib/site/snapshot/shown-days.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";

type Opened<T> = { grant: PageGrant; snapshot: Snapshot } & T;

function namedServices({ by_id }: Snapshot): number[] {
  return [...by_id.keys()];
}

/** What was learned from an incident, as its own page tells it. */
export type Postmortem = { description: string };

/**
 * An incident or maintenance of a page, with the page, and once it is over with its post-mortem.
 * @throws {AppError} `not_found`, also where it affects private services only; `forbidden`
 */
export async function openIncident(
  ctx: Context,
  target: PageTarget & { incident_id: number },
): Promise<Opened<{ incident: PublicIncident; postmortem: Postmortem | null }>> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const row = await findIncident(ctx.db, grant, snapshot.scope, target.incident_id);
  if (!row) throw notFound();
  const isOver = phaseAt(snapshot.as_of, row) === "closed";
  const [[incident], description] = await Promise.all([
    withDetails(ctx.db, grant, [row], namedServices(snapshot)),
    isOver ? findPostmortem(ctx.db, grant, row.id) : null,
  ]);
  const postmortem = description === null ? null : { description };
  return { grant, snapshot, incident: incident as PublicIncident, postmortem };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function openNotice(
  ctx: Context,
  target: PageTarget & { info_notice_id: number },
): Promise<Opened<{ notice: PublicNotice }>> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const { info_notices_enabled } = snapshot.page.settings;
  const asked = { id: target.info_notice_id, now: snapshot.as_of };
  const row = await findNotice(ctx.db, grant, snapshot.scope, asked);
  if (!row || !info_notices_enabled) throw notFound();
  const [notice] = await withNoticeDetails(ctx.db, grant, [row], namedServices(snapshot));
  return { grant, snapshot, notice: notice as PublicNotice };
}

/**
 * A service of a page with its whole text, with the page.
 * @throws {AppError} `not_found` for a service that visitors cannot see, too; `forbidden`
 */
export async function openService(
  ctx: Context,
  target: PageTarget & { service_id: number },
): Promise<Opened<{ service: PublicService }>> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const service = publicService(snapshot, target.service_id);
  const texts = await getServiceTexts(ctx.db, grant, service.id);
  return { grant, snapshot, service: { ...service, ...texts } };
}

/** `before`: the id of an incident; only what stands below it in the list. */
type DayTarget = PageTarget & { day: string; before?: number };
export type ListedDay = {
  /** Newest first. */
  incidents: PublicIncident[];
  /** How many come after them. */
  earlier: number;
  /** The first day that the page tells of. */
  first_day: string;
};

/**
 * Whether there is a page of a day of the page's zone.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function isListedDay(
  ctx: Context,
  { day, ...target }: PageTarget & { day: string },
): Promise<boolean> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const { first_day } = await shownDays(ctx.db, grant, snapshot);
  return isShownDay(day, snapshot) && day >= first_day;
}

/**
 * What went on during a day of the page's zone, with the page.
 * @throws {AppError} `not_found`, also for days that the page does not show; `forbidden`
 */
export async function openDay(ctx: Context, target: DayTarget): Promise<Opened<ListedDay>> {
  const { day, before } = target;
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const { first_day } = await shownDays(ctx.db, grant, snapshot);
  if (!isShownDay(day, snapshot) || day < first_day) throw notFound();
  const { scope, page, as_of } = snapshot;
  const after = before === undefined ? undefined : await findIncident(ctx.db, grant, scope, before);
  if (before !== undefined && !after) throw notFound();
  const span = dayUntil(day, page.time_zone, as_of);
  const rows = await listHappened(ctx.db, grant, scope, span, after);
  const services = namedServices(snapshot);
  return {
    grant,
    snapshot,
    incidents: await withDetails(ctx.db, grant, rows, services, ONE_UPDATE),
    earlier: (rows[0]?.total ?? 0) - rows.length,
    first_day,
  };
}
