import type { PageGrant, PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { dayBounds, isShownDay } from "#lib/public-page/days.ts";
import { type PublicIncident, type PublicNotice, withDetails, withNoticeDetails } from "#lib/public-page/incidents.ts";
import { openSnapshot } from "#lib/public-page/open-snapshot.ts";
import { findIncident, findNotice, listBetween, listNewest } from "#lib/public-page/queries.ts";
import type { Snapshot } from "#lib/public-page/snapshot.ts";

type Opened<T> = { grant: PageGrant; snapshot: Snapshot } & T;

/**
 * An incident or maintenance of a page, with the page.
 * @throws {AppError} `not_found`, also where it affects private services only; `forbidden`
 */
export async function openIncident(
  ctx: Context,
  target: PageTarget & { incident_id: number },
): Promise<Opened<{ incident: PublicIncident }>> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const visible = [...snapshot.by_id.keys()];
  const row = await findIncident(ctx.db, grant, visible, target.incident_id);
  const [incident] = row ? await withDetails(ctx.db, grant, [row], visible) : [];
  if (!incident) throw notFound();
  return { grant, snapshot, incident };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function openNotice(ctx: Context, target: PageTarget & { info_notice_id: number }): Promise<Opened<{ notice: PublicNotice }>> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const visible = [...snapshot.by_id.keys()];
  const row = await findNotice(ctx.db, grant, visible, target.info_notice_id);
  const [notice] = row ? await withNoticeDetails(ctx.db, grant, [row], visible) : [];
  if (!notice) throw notFound();
  return { grant, snapshot, notice };
}

/**
 * What went on during a day of the page's zone, with the page.
 * @throws {AppError} `not_found`, also for days that the page does not show; `forbidden`
 */
export async function openDay(ctx: Context, target: PageTarget & { day: string }): Promise<Opened<{ incidents: PublicIncident[] }>> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  if (!isShownDay(target.day, snapshot)) throw notFound();
  const visible = [...snapshot.by_id.keys()];
  const rows = await listBetween(ctx.db, grant, visible, dayBounds(target.day, snapshot.page.time_zone));
  const begun = rows.filter((row) => row.starts_at <= snapshot.as_of);
  return { grant, snapshot, incidents: await withDetails(ctx.db, grant, begun, visible) };
}

const FEED_LENGTH = 50;

/** A page and its newest incidents and maintenances, for feeds and calendars. @throws {AppError} `not_found`, `forbidden` */
export async function openFeed(ctx: Context, target: PageTarget): Promise<Opened<{ incidents: PublicIncident[] }>> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const visible = [...snapshot.by_id.keys()];
  const rows = await listNewest(ctx.db, grant, visible, FEED_LENGTH);
  return { grant, snapshot, incidents: await withDetails(ctx.db, grant, rows, visible) };
}
