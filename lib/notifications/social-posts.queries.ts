import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { EventRow } from "#lib/core/events/queries.ts";
import type { NotificationEvent } from "#lib/notifications/queries.ts";

export async function markEnqueued(
  trx: Trx,
  grant: PageGrant,
  { id, inserted_at }: EventRow,
  now: string,
): Promise<boolean> {
  const row = await trx
    .updateTable("events")
    .set({ social_ordered_at: now })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .where("inserted_at", "=", inserted_at)
    .where("social_ordered_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The event in the form that posts need; undefined: gone. */
export async function findSocialEvent(
  db: Db,
  grant: PageGrant,
  eventId: number,
): Promise<NotificationEvent | undefined> {
  const row = await db
    .selectFrom("events")
    .select(["id", "subject", "message_id", "inserted_at", "social_update_ids"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", eventId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { social_update_ids: news_update_ids, ...event } = row;
  return { ...event, news_update_ids, notice: null, notice_for: null };
}

export async function findEarlierPost(
  db: Db,
  grant: PageGrant,
  { id, subject }: NotificationEvent,
): Promise<string | null> {
  const row = await db
    .selectFrom("events")
    .select("social_post_id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .where("id", "<", id)
    .where("social_post_id", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.social_post_id ?? null;
}

export async function markPosted(
  trx: Trx,
  grant: PageGrant,
  { id, inserted_at }: NotificationEvent,
  social_post_id: string | null,
): Promise<void> {
  await trx
    .updateTable("events")
    .set({ social_post_id })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .where("inserted_at", "=", inserted_at)
    .execute();
}
