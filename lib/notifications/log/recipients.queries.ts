import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Narrowed } from "#lib/notifications/log/queries.ts";
import type { Told } from "#lib/notifications/log/schema.ts";

/** What one subject has so much of is not read to the end. */
const MOST = 200;

/** The newest events that tell of a record, for narrowing the log to them. */
export async function listEventsAbout(
  db: Db,
  grant: PageGrant,
  subject: string,
): Promise<Narrowed> {
  return db
    .selectFrom("events")
    .select(["id", "inserted_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
}

/** The newest events that somebody with a subscription stands in the ledger for. */
export async function listEventsFor(
  db: Db,
  grant: PageGrant,
  subscriptionId: number,
): Promise<Narrowed> {
  const { rows } = await sql<Narrowed[number]>`
    select events.id, events.inserted_at from events
    where events.status_page_id = ${grant.status_page_id} and events.news_planned_at is not null
      and exists (
        select from notifications as n
        where n.status_page_id = ${grant.status_page_id} and n.event_id = events.id
          and n.subscription_id = ${subscriptionId} and n.inserted_at = events.inserted_at)
    order by events.id desc limit ${MOST}`.execute(db);
  return rows;
}

/** An event of the page by its id; null: there is none, or it is too long ago. */
export async function findEvent(
  db: Db,
  grant: PageGrant,
  id: number,
): Promise<Narrowed[number] | null> {
  const row = await db
    .selectFrom("events")
    .select(["id", "inserted_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** What events tell, by their ids. */
export async function tellingsOf(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, Told>> {
  if (ids.length === 0) return new Map();
  const page = grant.status_page_id;
  const { rows } = await sql<Told & { id: number }>`
    select e.id, e.subject, coalesce(i.title, notice.title) as title, i.severity,
      e.news_update_ids[1] as update_id, u.type as update_type
    from events as e
    left join incidents as i on i.status_page_id = ${page} and e.subject = 'incident:' || i.id
      and i.id = nullif(split_part(e.subject, ':', 2), '')::bigint
    left join info_notices as notice on notice.status_page_id = ${page}
      and e.subject = 'info_notice:' || notice.id
      and notice.id = nullif(split_part(e.subject, ':', 2), '')::bigint
    left join incident_updates as u on u.status_page_id = ${page} and u.incident_id = i.id
      and u.id = e.news_update_ids[1]
    where e.status_page_id = ${page} and e.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...told }) => [id, told]));
}

/** The events by which updates of a record were told, by update. */
export async function listNewsOf(
  db: Db,
  grant: PageGrant,
  subject: string,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("events")
    .select(["id", "news_update_ids"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .where("news_planned_at", "is not", null)
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
  const all = rows.flatMap(({ id, news_update_ids }) =>
    (news_update_ids ?? []).map((update) => [update, id] as const),
  );
  // Of several the first one told.
  return new Map(all);
}
