import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { EventFilter } from "#lib/notifications/log/queries.ts";
import type { EventSubject } from "#lib/notifications/log/schema.ts";

/** Maximum events of one subject. */
const MAX_LISTED = 200;

export async function listEventsAbout(
  db: Db,
  grant: PageGrant,
  subject: string,
): Promise<EventFilter> {
  return db
    .selectFrom("events")
    .select(["id", "inserted_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .orderBy("id", "desc")
    .limit(MAX_LISTED)
    .execute();
}

export async function listEventsFor(
  db: Db,
  grant: PageGrant,
  subscriptionId: number,
): Promise<EventFilter> {
  const { rows } = await sql<EventFilter[number]>`
    select events.id, events.inserted_at from events
    where events.status_page_id = ${grant.status_page_id} and events.news_planned_at is not null
      and exists (
        select from notifications as n
        where n.status_page_id = ${grant.status_page_id} and n.event_id = events.id
          and n.subscription_id = ${subscriptionId} and n.inserted_at = events.inserted_at)
    order by events.id desc limit ${MAX_LISTED}`.execute(db);
  return rows;
}

/** @returns null: no such event, or its partition was dropped */
export async function findEvent(
  db: Db,
  grant: PageGrant,
  id: number,
): Promise<EventFilter[number] | null> {
  const row = await db
    .selectFrom("events")
    .select(["id", "inserted_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function listEventSubjects(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, EventSubject>> {
  if (ids.length === 0) return new Map();
  const page = grant.status_page_id;
  const { rows } = await sql<EventSubject & { id: number }>`
    select e.id, e.subject, coalesce(i.title, notice.title) as title, i.severity,
      e.news_update_ids[1] as update_id, u.type as update_type, u.posted_at, i.starts_at,
      i.plan
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

/** Maps updates to the event that announced them. */
export async function listUpdateEvents(
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
    .limit(MAX_LISTED)
    .execute();
  const all = rows.flatMap(({ id, news_update_ids }) =>
    (news_update_ids ?? []).map((update) => [update, id] as const),
  );
  // The first announcement wins.
  return new Map(all);
}
