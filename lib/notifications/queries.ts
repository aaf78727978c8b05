import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Events, IncidentUpdates, InfoNoticeUpdates } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import type { EventNotice } from "#lib/core/events/event.ts";
import type { EventRow } from "#lib/core/events/queries.ts";
import { hears, isOwner, type Listening, roleOf } from "#lib/notifications/audience/queries.ts";
import { openAddress } from "#lib/subscribers/addresses.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

/** An event that subscribers are told of. */
export type NewsEvent = Pick<
  Selectable<Events>,
  "id" | "subject" | "message_id" | "inserted_at" | "news_update_ids" | "notice" | "notice_for"
>;

/** What an event tells because time has come; null: something happened. */
export function noticeOf({ notice, notice_for }: NewsEvent): EventNotice | null {
  if (notice === null || notice_for === null) return null;
  return { kind: notice as EventNotice["kind"], for_at: notice_for };
}

/** Notes that everybody who hears of an event stands in the ledger. */
export async function markPlanned(
  trx: Trx,
  grant: PageGrant,
  { id, inserted_at }: EventRow,
  now: string,
): Promise<void> {
  await trx
    .updateTable("events")
    .set((eb) => ({ news_planned_at: eb.fn.coalesce("news_planned_at", eb.val(now)) }))
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .where("inserted_at", "=", inserted_at)
    .execute();
}

function notedIn(table: "incident_updates" | "info_notice_updates", kind: string, now: string) {
  return sql`
    update ${sql.table(table)} as told set subscribers_notified_at = ${now}::timestamptz
    from done
    where told.status_page_id = done.status_page_id and done.subject like ${`${kind}:%`}
      and told.id = any(done.news_update_ids) and told.subscribers_notified_at is null
    returning told.id`;
}

/** Notes of what subscribers are told that they are, where none of them waits any more. */
export async function finishNews(trx: Trx, grant: PageGrant, now: string): Promise<void> {
  await sql`
    with done as (
      update events set news_done_at = ${now}::timestamptz
      where status_page_id = ${grant.status_page_id}
        and news_planned_at is not null and news_done_at is null
        and not exists (
          select from notifications as waiting
          where waiting.status_page_id = events.status_page_id and waiting.event_id = events.id
            and waiting.inserted_at = events.inserted_at and waiting.state = 'waiting')
      returning status_page_id, subject, news_update_ids
    ), of_incidents as (${notedIn("incident_updates", "incident", now)}),
    of_notices as (${notedIn("info_notice_updates", "info_notice", now)})
    select count(*) from done`.execute(trx);
}

/** Events of a page by their ids. */
export async function listNewsEvents(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<NewsEvent[]> {
  return db
    .selectFrom("events")
    .select(["id", "subject", "message_id", "inserted_at", "news_update_ids"])
    .select(["notice", "notice_for"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "in", ids)
    .execute();
}

/** The ids of what happened to a record before that subscribers were told of, the first one first. */
export async function listEarlierNews(
  db: Db,
  grant: PageGrant,
  { id, subject }: NewsEvent,
): Promise<{ id: number; message_id: string }[]> {
  return db
    .selectFrom("events")
    .select(["id", "message_id"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .where("id", "<", id)
    .where("news_planned_at", "is not", null)
    .orderBy("id")
    .limit(50)
    .execute();
}

type Kind = "incident" | "info_notice";
type UpdateOf = {
  incident: Selectable<IncidentUpdates>;
  info_notice: Selectable<InfoNoticeUpdates>;
};

/** The newest of some updates of a record, those of them that are still there. */
export async function findNewest<K extends Kind>(
  db: Db,
  grant: PageGrant,
  kind: K,
  ids: readonly number[],
): Promise<UpdateOf[K] | undefined> {
  const { rows } = await sql<UpdateOf[K]>`
    select * from ${sql.table(`${kind}_updates`)}
    where status_page_id = ${grant.status_page_id} and id = any(${ids}::bigint[])
    order by posted_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

const groupServicesOf = ({ organization_id }: PageGrant): RawBuilder<number[] | null> => sql`(
  select coalesce(array_agg(distinct s.service_id) filter (where s.service_id is not null), '{}')
  from memberships as m join users on users.id = m.user_id
  join access_group_memberships as g
    on g.membership_id = m.id and g.status_page_id = listening.status_page_id
  left join access_group_services as s
    on s.status_page_id = listening.status_page_id and s.access_group_id = g.access_group_id
  where ${isOwner("listening")} and m.organization_id = ${organization_id}
  having count(*) > 0)`;

/** `role`, `group_service_ids`: of the member whose subscription it is, where only members may. */
export type Listener = SubscriptionRow & {
  role?: Role | null;
  group_service_ids?: number[] | null;
};

/** Those of some subscriptions that hear of something as it is now. */
export async function listListeners(
  db: Db,
  grant: PageGrant,
  listening: Listening,
  { ids, members_only }: { ids: readonly number[]; members_only: boolean },
): Promise<Listener[]> {
  const rights = sql`, ${roleOf(grant, "listening")} as role,
    ${groupServicesOf(grant)} as group_service_ids`;
  const { rows } = await sql<Listener>`
    select listening.* ${members_only ? rights : sql``}
    from subscriptions as listening
    where listening.status_page_id = ${grant.status_page_id}
      and listening.id = any(${ids}::bigint[])
      and ${hears(grant, listening, "listening")}`.execute(db);
  return rows.map(openAddress);
}

/** What webhooks are told of an event; null: it is gone. */
export async function findPayload(
  db: Db,
  grant: PageGrant,
  eventId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom("events")
    .select("payload")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", eventId)
    .executeTakeFirst();
  return row?.payload ?? null;
}
