import type { Db } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import { openPage, validUntil } from "#lib/core/access/gate.ts";
import { type Addressed, infoNoticeUrl } from "#lib/core/addresses/url.ts";
import type { Rendered } from "#lib/core/markdown/rendered.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  findNextFeatured,
  getInfoNoticeRow,
  type InfoNoticeRow,
  listInfoNoticeRows,
  listNoticeUpdates,
  type NoticeUpdateRow,
} from "#lib/incidents/info-notices/queries.ts";
import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { renderUpdates, serializeUpdate } from "#lib/incidents/updates/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { withoutMachineTranslations } from "#lib/platform/i18n/machine.ts";
import { listLinks } from "#lib/services/links.queries.ts";

export function serializeInfoNotice(
  page: Addressed,
  row: InfoNoticeRow,
  service_ids: number[],
  updates: NoticeUpdateRow[],
  rendered: Rendered,
): InfoNotice {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    title: row.title,
    featured_from: row.featured_from,
    featured_until: row.featured_until,
    service_ids,
    subscription_group_ids: row.subscription_group_ids,
    updates: updates.map((update) => serializeUpdate(update, rendered)),
    url: infoNoticeUrl(page, row.id),
    translations: withoutMachineTranslations(row.translations) as InfoNotice["translations"],
  };
}

export type InfoNoticeTarget = PageTarget & { info_notice_id: number };

export async function completeInfoNotices(
  db: Db,
  grant: PageGrant,
  rows: InfoNoticeRow[],
): Promise<InfoNotice[]> {
  const ids = rows.map((row) => row.id);
  const [services, updates] = await Promise.all([
    listLinks(db, grant, "info_notice", ids),
    listNoticeUpdates(db, grant, ids),
  ]);
  const rendered = await renderUpdates(grant, updates.values());
  return rows.map((row) => {
    const [service_ids = [], posted = []] = [services.get(row.id), updates.get(row.id)];
    return serializeInfoNotice(grant, row, service_ids, posted, rendered);
  });
}

/** Newest first by `featured_from`; visitors see only public services' notices. */
export async function listInfoNotices(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
): Promise<Listed<InfoNotice>> {
  const grant = await openPage(ctx, target);
  const now = wireNow();
  validUntil(grant, now, [await findNextFeatured(ctx.db, grant, now)]);
  return listInfoNoticeRows(ctx.db, grant, slice, (rows) =>
    completeInfoNotices(ctx.db, grant, rows),
  );
}

/** @throws {AppError} `not_found` */
export async function getInfoNotice(ctx: Context, target: InfoNoticeTarget): Promise<InfoNotice> {
  const grant = await openPage(ctx, target);
  const row = await getInfoNoticeRow(ctx.db, grant, target.info_notice_id);
  const [notice] = await completeInfoNotices(ctx.db, grant, [row]);
  return notice as InfoNotice;
}
