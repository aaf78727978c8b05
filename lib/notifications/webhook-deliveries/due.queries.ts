import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import { BODY, type DeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import type { Attempt, Delivery } from "#lib/notifications/webhooks/schema.ts";

export type DueQuery = { due_at: string; now: string };

// As long as lib/core/events/resume-events.ts retries events.
const DISPATCHED_WITHIN = sql`interval '1 day'`;

export type Due = {
  id: number;
  webhook_id: number;
  url: string;
  on_demand: boolean;
  bytes: number;
};

function isDue({ due_at, now }: DueQuery) {
  return sql`next_attempt_at <= ${due_at} and (claimed_until is null or claimed_until < ${now})`;
}

const OF_WEBHOOK = sql`status_page_id = webhooks.status_page_id and webhook_id = webhooks.id
  and state = 'pending'`;

/**
 * Whether an ordered webhook's first delivery may be sent: none is under way, and no earlier event
 * awaits dispatch.
 */
function isNext(now: string) {
  return sql`not exists (
      select from webhook_deliveries
      where ${OF_WEBHOOK} and not on_demand and claimed_until is not null
        and claimed_until >= ${now})
    and not exists (
      select from events as own join events as earlier
        on earlier.status_page_id = own.status_page_id and earlier.id < own.id
        and earlier.due_at <= own.due_at
      where own.id = first.event_id and own.status_page_id = webhooks.status_page_id
        and earlier.dispatched_at is null and earlier.withdrawn_at is null
        and earlier.due_at > ${now}::timestamptz - ${DISPATCHED_WITHIN}
        and earlier.event = any(webhooks.events)
        and not exists (
          select from webhook_deliveries as known
          where known.status_page_id = webhooks.status_page_id
            and known.webhook_id = webhooks.id and known.event_id = earlier.id))`;
}

/** One index serves each branch; an ordered webhook's backlog is never read. */
function dueOf({ status_page_id }: PageGrant, looked: DueQuery, per_webhook: number) {
  const inTime = sql`order by next_attempt_at, id limit ${per_webhook}`;
  return sql`
    select due.*, webhooks.id as webhook_id, webhooks.url from webhooks cross join lateral (
      select id, event_id, next_attempt_at, on_demand, body from webhook_deliveries
      where ${OF_WEBHOOK} and ${isDue(looked)} ${inTime}
    ) as due
    where webhooks.status_page_id = ${status_page_id} and not webhooks.ordered
    union all
    select asked.*, webhooks.id, webhooks.url from webhooks cross join lateral (
      select id, event_id, next_attempt_at, on_demand, body from webhook_deliveries
      where ${OF_WEBHOOK} and on_demand and ${isDue(looked)} ${inTime}
    ) as asked
    where webhooks.status_page_id = ${status_page_id} and webhooks.ordered
    union all
    select first.*, webhooks.id, webhooks.url from webhooks cross join lateral (
      select id, event_id, next_attempt_at, on_demand, body from webhook_deliveries
      where ${OF_WEBHOOK} and not on_demand order by event_id nulls first, id limit 1
    ) as first
    where webhooks.status_page_id = ${status_page_id} and webhooks.ordered
      and first.next_attempt_at <= ${looked.due_at} and (${isNext(looked.now)})`;
}

export async function listDue(
  db: Db,
  grant: PageGrant,
  { per_webhook, ...looked }: DueQuery & { per_webhook: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, on_demand, webhook_id, url, coalesce(
      octet_length(body), (select bytes from events where events.id = event_id), 0
    ) as bytes
    from (${dueOf(grant, looked, per_webhook)}) as due
    order by next_attempt_at, id
  `.execute(db);
  return rows;
}

/** Claims deliveries; omits those that another process claimed or that are no longer due. */
export async function claimDeliveries(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
  { due_at, now, until }: DueQuery & { until: string },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    with claimed as (
      update webhook_deliveries set claimed_until = ${until}
      where status_page_id = ${grant.status_page_id} and id = any(${ids}::bigint[])
        and state = 'pending' and next_attempt_at <= ${due_at}
        and (claimed_until is null or claimed_until < ${now})
        and ${isAtHome("status_page_id")}
      returning *
    )
    select delivery.*, ${BODY} as body
    from claimed as delivery left join events as event on event.id = delivery.event_id`.execute(db);
  return rows;
}

/** Postpones due deliveries, except requested ones. @returns the times that were set */
export async function postponeDue(
  trx: Trx,
  grant: PageGrant,
  times: readonly { webhook_id: number; until: string }[],
  { due_at, now }: DueQuery,
): Promise<string[]> {
  const { rows } = await sql<{ until: string }>`
    with postponed as (
      update webhook_deliveries set next_attempt_at = held.until
      from unnest(${times.map(({ webhook_id }) => webhook_id)}::bigint[],
        ${times.map(({ until }) => until)}::timestamptz[]) as held (webhook_id, until)
      where status_page_id = ${grant.status_page_id}
        and webhook_deliveries.webhook_id = held.webhook_id
        and state = 'pending' and not on_demand and ${isDue({ due_at, now })}
      returning held.until
    )
    select distinct until from postponed`.execute(trx);
  return rows.map(({ until }) => until);
}

export type Outcome = { state: Delivery["state"]; next_attempt_at: string | null };

/**
 * Records a claimed attempt; `attempt` is null if none was made. If another worker has claimed the
 * delivery since, only success is recorded.
 * @returns whether it was recorded
 */
export async function recordOutcome(
  trx: Trx,
  grant: PageGrant,
  { id, claimed_until }: DeliveryRow,
  attempt: Attempt | null,
  outcome: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("webhook_deliveries")
    .set({
      ...outcome,
      claimed_until: null,
      attempts: sql`attempts || ${JSON.stringify(attempt ? [attempt] : [])}::jsonb`,
    })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where(({ or, eb, lit }) =>
      or([eb("claimed_until", "=", claimed_until), lit(outcome.state === "delivered")]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Pages with overdue attempts that no process is making. */
export async function listOverduePages(
  db: Db,
  _grant: ProgramGrant,
  { by, now, limit }: { by: string; now: string; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("webhook_deliveries")
    .select("status_page_id")
    .distinct()
    .where("state", "=", "pending")
    .where("next_attempt_at", "<", by)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<", now)]))
    .where(isAtHome("status_page_id"))
    .orderBy("status_page_id")
    .limit(limit)
    .execute();
  return rows.map(({ status_page_id }) => status_page_id);
}
