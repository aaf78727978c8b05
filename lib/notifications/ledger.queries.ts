import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Notifications } from "#db/types.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { EventRow } from "#lib/core/events/queries.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import {
  type AudienceFilter,
  isFirstForAddress,
  isNoLongerAffected,
  matchesSubscription,
} from "#lib/notifications/audience/matching.queries.ts";
import { DAY_SECONDS, later } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

type NotificationRow = Selectable<Notifications>;

type Batch = { after: number; limit: number; now: string };
type Added = { channels: SubscriptionType[]; last: number | null };

/**
 * Inserts the next notifications of an event; existing ones stay. The oldest subscription of an
 * address wins.
 * @returns the channels of new rows, and the id to continue after
 */
export async function addNotifications(
  trx: Trx,
  grant: PageGrant,
  event: EventRow,
  audience: AudienceFilter,
  { after, limit, now }: Batch,
): Promise<Added> {
  const page = grant.status_page_id;
  const { rows } = await sql<Added & { found: number }>`
    with subscriber as (
      select id, type, coalesce(quarantined_until > ${now}::timestamptz, false) as is_quarantined,
        quarantine_reason, ${isNoLongerAffected(grant, audience, "audience")} as no_longer_affected
      from subscriptions as audience
      where status_page_id = ${page} and id > ${after}
        and ${matchesSubscription(grant, audience, "audience")}
        and ${isFirstForAddress(grant, audience, "audience")}
      order by id limit ${limit}
    ), added as (
      insert into notifications (status_page_id, event_id, subscription_id, subject, channel,
        no_longer_affected, state, due_at, reason, settled_at, inserted_at)
      select ${page}, ${event.id}, id, ${event.subject}, type,
        no_longer_affected, case when is_quarantined then 'quarantined' else 'waiting' end,
        case when not is_quarantined then ${now}::timestamptz end,
        case when is_quarantined then quarantine_reason end,
        case when is_quarantined then ${now}::timestamptz end,
        ${event.inserted_at}::timestamptz
      from subscriber
      on conflict (status_page_id, event_id, subscription_id, inserted_at) do nothing
      returning channel
    )
    select (select coalesce(array_agg(distinct channel), '{}') from added) as channels,
      count(*) as found, max(id) as last
    from subscriber`.execute(trx);
  const { channels = [], found = 0, last = null } = rows[0] ?? {};
  return { channels, last: found < limit ? null : last };
}

export type Claimed = Pick<
  NotificationRow,
  "event_id" | "subscription_id" | "inserted_at" | "attempts" | "resent_at" | "no_longer_affected"
> & { earlier_reason: string | null };

type Claim = { channel: SubscriptionType; due_at: string; now: string; until: string };

// Nothing waits longer, so older partitions are never read.
const LONGEST_WAIT = sql`interval '8 days'`;

/**
 * Claims due notifications of a channel, oldest first, until a wire time. Each claim counts as an
 * attempt; rows that another process is claiming are skipped.
 */
export async function claimNotifications(
  db: Db,
  grant: PageGrant,
  { channel, due_at, now, until }: Claim,
  limit: number,
): Promise<Claimed[]> {
  const page = grant.status_page_id;
  const { rows } = await sql<Claimed>`
    with due as (
      select event_id, subscription_id, inserted_at from notifications
      where status_page_id = ${page} and channel = ${channel} and state = 'waiting'
        and due_at <= ${due_at}::timestamptz
        and inserted_at > ${now}::timestamptz - ${LONGEST_WAIT}
        and (claimed_until is null or claimed_until <= ${now}::timestamptz)
        and ${isAtHome("status_page_id")}
      order by due_at, event_id, subscription_id limit ${limit}
      for update skip locked
    )
    update notifications as claimed
    set claimed_until = ${until}::timestamptz, attempts = claimed.attempts + 1
    from due
    where claimed.status_page_id = ${page} and claimed.event_id = due.event_id
      and claimed.subscription_id = due.subscription_id and claimed.inserted_at = due.inserted_at
      and claimed.inserted_at > ${now}::timestamptz - ${LONGEST_WAIT}
    returning claimed.event_id, claimed.subscription_id, claimed.inserted_at, claimed.attempts,
      claimed.resent_at, claimed.no_longer_affected, claimed.reason as earlier_reason`.execute(db);
  return rows;
}

export type Outcome = Claimed & {
  state: NotificationRow["state"];
  due_at: string | null;
  uncounted: boolean;
  unwanted: boolean;
  provider_id: string | null;
  reason: string | null;
  answer: string | null;
};

/**
 * Records outcomes. If another process has claimed a row since, only success is recorded. What was
 * not attempted keeps the server's last answer.
 * @returns the number of newly sent messages
 */
export async function writeOutcomes(
  trx: Trx,
  grant: PageGrant,
  outcomes: readonly Outcome[],
  now: string,
): Promise<number> {
  const page = grant.status_page_id;
  const isPostponed = sql`came.uncounted and came.state = 'waiting' and noted.answer is not null`;
  const { rows } = await sql<{ handed_over: number }>`
    with written as (
      update notifications as noted
      set state = came.state, due_at = came.due_at, claimed_until = null,
        attempts = noted.attempts - came.uncounted::integer,
        settled_at = case when came.state <> 'waiting' then ${now}::timestamptz end,
        provider_id = came.provider_id,
        reason = case when ${isPostponed} then noted.reason else came.reason end,
        answer = case when ${isPostponed} then noted.answer else came.answer end
      from json_to_recordset(${JSON.stringify(outcomes)}::json) as came (event_id bigint,
        subscription_id bigint, inserted_at timestamp, attempts integer, state text,
        due_at timestamp, uncounted boolean, provider_id text, reason text, answer text)
      where noted.status_page_id = ${page} and noted.event_id = came.event_id
        and noted.subscription_id = came.subscription_id
        and noted.inserted_at = came.inserted_at::timestamptz
        and noted.inserted_at > ${now}::timestamptz - ${LONGEST_WAIT} and noted.state = 'waiting'
        and (noted.attempts = came.attempts or came.state = 'handed_over')
      returning noted.state
    )
    select count(*) filter (where state = 'handed_over') as handed_over from written`.execute(trx);
  return rows[0]?.handed_over ?? 0;
}

export async function listOverdue(
  db: Db,
  _grant: ProgramGrant,
  { by, now, limit }: { by: string; now: string; limit: number },
): Promise<{ status_page_id: number; channel: SubscriptionType }[]> {
  return db
    .selectFrom("notifications")
    .select(["status_page_id", "channel"])
    .distinct()
    .where("state", "=", "waiting")
    .where("due_at", "<", by)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<", now)]))
    .where(isAtHome("status_page_id"))
    .orderBy("status_page_id")
    .limit(limit)
    .execute();
}

export type Counts = Record<NotificationRow["state"] | "planned", number>;

export async function countNotifications(
  db: Db,
  grant: PageGrant,
  eventId: number,
): Promise<Counts> {
  return db
    .selectFrom("notifications")
    .select(({ fn }) => [
      fn.countAll<number>().as("planned"),
      fn.countAll<number>().filterWhere("state", "=", "waiting").as("waiting"),
      fn.countAll<number>().filterWhere("state", "=", "handed_over").as("handed_over"),
      fn.countAll<number>().filterWhere("state", "=", "quarantined").as("quarantined"),
      fn.countAll<number>().filterWhere("state", "=", "withdrawn").as("withdrawn"),
    ])
    .where("status_page_id", "=", grant.status_page_id)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
}

export async function enqueueBatch(
  trx: Trx,
  status_page_id: number,
  channel: SubscriptionType,
  due_at: string,
): Promise<void> {
  const key = `send-batch:${status_page_id}:${channel}:${due_at}`;
  await enqueue(trx, "send-batch", { status_page_id, channel, due_at }, { key, run_at: due_at });
}

type Row = Omit<Selectable<Notifications>, "channel"> & { channel: SubscriptionType };
type Key = Pick<Row, "event_id" | "subscription_id">;

/** @throws {AppError} `not_found` */
export async function lockNotification(
  trx: Trx,
  grant: PageGrant,
  { event_id, subscription_id }: Key,
): Promise<Row> {
  const row = await trx
    .selectFrom("notifications")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("event_id", "=", event_id)
    .where("subscription_id", "=", subscription_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row as Row;
}

type Reopened = Key & { reason: string; answer: string };

/**
 * Makes a mail of the last day due again that came back.
 * @returns when; null: it is not known as sent
 */
export async function reopenNotification(
  trx: Trx,
  grant: PageGrant,
  { event_id, subscription_id, ...said }: Reopened,
  { now, dueAfter }: { now: string; dueAfter: (attempts: number) => string },
): Promise<string | null> {
  const row = await trx
    .selectFrom("notifications")
    .select(["attempts", "inserted_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("event_id", "=", event_id)
    .where("subscription_id", "=", subscription_id)
    .where("state", "=", "handed_over")
    .where("inserted_at", ">", later(now, -DAY_SECONDS))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const due_at = dueAfter(row.attempts);
  await trx
    .updateTable("notifications")
    .set({ ...said, state: "waiting", due_at, settled_at: null })
    .where("status_page_id", "=", grant.status_page_id)
    .where("event_id", "=", event_id)
    .where("subscription_id", "=", subscription_id)
    .where("inserted_at", "=", row.inserted_at)
    .execute();
  return due_at;
}

/** Makes a notification due; one that is being sent stays as it is. */
export async function markDue(trx: Trx, grant: PageGrant, row: Row, now: string): Promise<void> {
  await trx
    .updateTable("notifications")
    .set({ state: "waiting", due_at: now, resent_at: now, claimed_until: null, settled_at: null })
    .set({ reason: null, answer: null })
    .where("status_page_id", "=", grant.status_page_id)
    .where("event_id", "=", row.event_id)
    .where("subscription_id", "=", row.subscription_id)
    .where("inserted_at", "=", row.inserted_at)
    .where((eb) => eb.or([eb("state", "<>", "waiting"), eb("claimed_until", "is", null)]))
    .execute();
}
