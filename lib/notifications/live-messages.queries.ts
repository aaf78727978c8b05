import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { NewsEvent } from "#lib/notifications/queries.ts";

/** Where an event stands among what a subscription is told on the same subject. */
export type Place = {
  subscription_id: number;
  /** What the provider calls the message or thread so far. */
  earlier: string | null;
  /** Until when an earlier update waits. */
  waits_until: string | null;
  /** Whether a later update arrived already. */
  is_overtaken: boolean;
};

export async function listPlaces(
  db: Db,
  grant: PageGrant,
  { id, subject }: NewsEvent,
  ids: readonly number[],
): Promise<Place[]> {
  const page = grant.status_page_id;
  const { rows } = await sql<Place>`
    select told.subscription_id,
      (array_agg(told.provider_id order by told.event_id desc)
        filter (where told.state = 'handed_over' and told.provider_id is not null))[1] as earlier,
      max(told.due_at) filter (where told.state = 'waiting' and told.event_id < ${id}) as waits_until,
      coalesce(bool_or(told.state = 'handed_over' and told.event_id > ${id}), false) as is_overtaken
    from events
    join notifications as told on told.status_page_id = ${page} and told.event_id = events.id
      and told.inserted_at = events.inserted_at
      and told.subscription_id = any(${ids}::bigint[])
    where events.status_page_id = ${page} and events.subject = ${subject} and events.id <> ${id}
      and events.news_update_ids is not null
    group by told.subscription_id`.execute(db);
  return rows;
}

/** Whether an earlier update that subscribers are told of is not planned to its end. */
export async function isEarlierUnplanned(
  db: Db,
  grant: PageGrant,
  { id, subject }: NewsEvent,
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("events")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .where("id", "<", id)
    .where("inserted_at", ">", since)
    .where("news_update_ids", "is not", null)
    .where("news_planned_at", "is", null)
    .where("withdrawn_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
