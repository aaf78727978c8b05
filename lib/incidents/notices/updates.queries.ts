import type { Selectable } from "kysely";
import type { Db } from "#db/index.ts";
import type { InfoNoticeUpdates } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";

export type NoticeUpdateRow = Selectable<InfoNoticeUpdates>;

export const { insert: insertNoticeUpdate, update: updateNoticeUpdateRow } =
  pageRows("info_notice_updates");

/** The updates of each notice, newest first. */
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
