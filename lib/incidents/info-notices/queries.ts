import { type Selectable, sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { InfoNotices, InfoNoticeUpdates } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRowBatches, pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { bytesOfRecord } from "#lib/incidents/updates/queries.ts";
import { getVisitorLimits } from "#lib/pages/visitor-limits.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { concerns } from "#lib/services/links.queries.ts";
import { listVisibleServiceIds } from "#lib/services/queries.ts";

export type InfoNoticeRow = Selectable<InfoNotices>;

export const {
  insert: insertInfoNotice,
  update: updateInfoNoticeRow,
  exists: infoNoticeExists,
} = pageRows("info_notices");

export const { listByIds: listInfoNoticesById, removeAll: deleteInfoNoticeRows } =
  pageRowBatches("info_notices");

const NEWEST_FIRST: Order = { columns: ["featured_from", "id"], direction: "desc" };

/** Excludes notices that concern only services hidden from the caller. */
export function visibleNotices(db: Db, grant: PageGrant, visible: readonly number[] | null) {
  const query = db
    .selectFrom("info_notices")
    .where("info_notices.status_page_id", "=", grant.status_page_id);
  return visible === null ? query : query.where(concerns(grant, "info_notice", visible));
}

type Notices = ReturnType<typeof visibleNotices>;

/** @param since wire time; null: no limit */
export function featuredSince(query: Notices, since: string | null): Notices {
  if (since === null) return query;
  return query.where((eb) =>
    eb.or([eb("featured_until", "is", null), eb("featured_until", ">", since)]),
  );
}

/** Visitors do not see a notice before it is featured. */
async function readableNotices(db: Db, grant: PageGrant): Promise<Notices> {
  const [visible, { history_since, info_notices }] = await Promise.all([
    listVisibleServiceIds(db, grant),
    getVisitorLimits(db, grant),
  ]);
  const query = featuredSince(visibleNotices(db, grant, visible), history_since);
  if (grant.sees_private) return query;
  return query.where("featured_from", "<=", wireNow()).where(sql<boolean>`${info_notices}`);
}

/** When the next notice of the page is featured. */
export async function findNextFeatured(
  db: Db,
  grant: PageGrant,
  now: string,
): Promise<string | null> {
  const next = await visibleNotices(db, grant, null)
    .select(({ fn }) => fn.min<string | null>("featured_from").as("at"))
    .where("featured_from", ">", now)
    .executeTakeFirst();
  return next?.at ?? null;
}

export async function listInfoNoticeRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  answer: Answer<InfoNoticeRow, Answered>,
): Promise<Listed<Answered>> {
  const notices = (await readableNotices(db, grant)).selectAll("info_notices");
  return readList(db, notices, slice, {
    order: NEWEST_FIRST,
    count: countAll(db, notices),
    answer,
    bytes: bytesOfRecord("info_notice"),
  });
}

export async function getInfoNoticeRow(
  db: Db,
  grant: PageGrant,
  noticeId: number,
): Promise<InfoNoticeRow> {
  const row = await (await readableNotices(db, grant))
    .selectAll("info_notices")
    .where("info_notices.id", "=", noticeId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export type NoticeUpdateRow = Selectable<InfoNoticeUpdates>;

export const { insert: insertNoticeUpdate, update: updateNoticeUpdateRow } =
  pageRows("info_notice_updates");

/** Newest first. */
export async function listNoticeUpdates(
  db: Db,
  grant: PageGrant,
  noticeIds: number[],
): Promise<Map<number, NoticeUpdateRow[]>> {
  const updates = new Map<number, NoticeUpdateRow[]>(noticeIds.map((id) => [id, []]));
  if (noticeIds.length === 0) return updates;
  const rows = await db
    .selectFrom("info_notice_updates")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("info_notice_id", "in", noticeIds)
    .orderBy("posted_at", "desc")
    .orderBy("id", "desc")
    .execute();
  for (const row of rows) updates.get(row.info_notice_id)?.push(row);
  return updates;
}
