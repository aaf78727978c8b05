import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { InfoNoticeUpdates } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";

export type NoticeUpdateRow = Selectable<InfoNoticeUpdates>;

/** The updates of each notice, newest first. */
export async function listNoticeUpdates(db: Db, grant: PageGrant, noticeIds: number[]): Promise<Map<number, NoticeUpdateRow[]>> {
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

export async function insertNoticeUpdate(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<InfoNoticeUpdates>, "status_page_id">,
): Promise<void> {
  await trx
    .insertInto("info_notice_updates")
    .values({ ...values, status_page_id: grant.status_page_id })
    .execute();
}

export async function updateNoticeUpdateRow(
  trx: Trx,
  grant: PageGrant,
  updateId: number,
  values: Updateable<InfoNoticeUpdates>,
): Promise<void> {
  await trx
    .updateTable("info_notice_updates")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", updateId)
    .execute();
}
