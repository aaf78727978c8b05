import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Events, IncidentUpdates, InfoNoticeUpdates } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import type { EventNotice } from "#lib/core/events/event.ts";
import type { EventRow } from "#lib/core/events/queries.ts";
import {
  type AudienceFilter,
  isSelected,
  matchesSubscription,
  wasNotified,
} from "#lib/notifications/audience/matching.queries.ts";
import { isOwner, roleOf } from "#lib/notifications/audience/queries.ts";
import { openAddress } from "#lib/subscribers/addresses.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

export type NotificationEvent = Pick<
  Selectable<Events>,
  "id" | "subject" | "message_id" | "inserted_at" | "news_update_ids" | "notice" | "notice_for"
>;

/** @returns the scheduled notice of an event; null: it reports a change */
export function noticeOf({ notice, notice_for }: NotificationEvent): EventNotice | null {
  if (notice === null || notice_for === null) return null;
  return { kind: notice as EventNotice["kind"], for_at: notice_for };
}

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

function markUpdates(table: "incident_updates" | "info_notice_updates", kind: string, now: string) {
  return sql`
    update ${sql.table(table)} as told set subscribers_notified_at = ${now}::timestamptz
    from done
    where told.status_page_id = done.status_page_id and done.subject like ${`${kind}:%`}
      and told.id = any(done.news_update_ids) and told.subscribers_notified_at is null
    returning told.id`;
}

/** Marks updates as sent once none of their notifications is waiting. */
export async function finishEvents(trx: Trx, grant: PageGrant, now: string): Promise<void> {
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
    ), of_incidents as (${markUpdates("incident_updates", "incident", now)}),
    of_notices as (${markUpdates("info_notice_updates", "info_notice", now)})
    select count(*) from done`.execute(trx);
}

export async function listNotificationEvents(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<NotificationEvent[]> {
  return db
    .selectFrom("events")
    .select(["id", "subject", "message_id", "inserted_at", "news_update_ids"])
    .select(["notice", "notice_for"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "in", ids)
    .execute();
}

export async function listEarlierEvents(
  db: Db,
  grant: PageGrant,
  { id, subject }: NotificationEvent,
): Promise<Pick<NotificationEvent, "id" | "message_id" | "news_update_ids">[]> {
  return db
    .selectFrom("events")
    .select(["id", "message_id", "news_update_ids"])
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
    on g.membership_id = m.id and g.status_page_id = audience.status_page_id
  left join access_group_services as s
    on s.status_page_id = audience.status_page_id and s.access_group_id = g.access_group_id
  where ${isOwner("audience")} and m.organization_id = ${organization_id}
  having count(*) > 0)`;

/** `role` and `group_service_ids` of the subscribing member; set on members-only pages. */
export type Subscriber = SubscriptionRow & {
  /** Whether filter and groups select the event. */
  is_selected: boolean;
  /** Whether another message about the same record has left. */
  was_notified: boolean;
  role?: Role | null;
  group_service_ids?: number[] | null;
};

export async function listMatchingSubscriptions(
  db: Db,
  grant: PageGrant,
  audience: AudienceFilter,
  { ids, members_only }: { ids: readonly number[]; members_only: boolean },
): Promise<Subscriber[]> {
  const rights = sql`, ${roleOf(grant, "audience")} as role,
    ${groupServicesOf(grant)} as group_service_ids`;
  const { rows } = await sql<Subscriber>`
    select audience.*, ${isSelected(grant, audience, "audience")} as is_selected,
      ${wasNotified(grant, audience, "audience")} as was_notified
      ${members_only ? rights : sql``}
    from subscriptions as audience
    where audience.status_page_id = ${grant.status_page_id}
      and audience.id = any(${ids}::bigint[])
      and ${matchesSubscription(grant, audience, "audience")}`.execute(db);
  return rows.map(openAddress);
}

/** The webhook payload of an event; null: gone. */
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

/** The state of a subscription's other messages on the same subject. */
export type Place = {
  subscription_id: number;
  /** The provider's id of the message or thread. */
  earlier: string | null;
  waits_until: string | null;
  is_overtaken: boolean;
};

export async function listPlaces(
  db: Db,
  grant: PageGrant,
  { id, subject }: NotificationEvent,
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

export async function isEarlierUnplanned(
  db: Db,
  grant: PageGrant,
  { id, subject }: NotificationEvent,
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
