import { type Selectable, sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { WebhookDeliveries } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import type { EventRow } from "#lib/events/queries.ts";
import type { Attempt, Delivery } from "#lib/webhooks/schema.ts";

/** `body`: its own, or what its event tells. */
export type DeliveryRow = Omit<Selectable<WebhookDeliveries>, "body"> & { body: string };

const NEWEST_FIRST: Order = { columns: ["delivery.id"], direction: "desc" };

const BODY = sql<string>`coalesce(delivery.body, event.payload, '{}')`;
const BODY_BYTES = sql<number>`octet_length(found.body) + octet_length(found.attempts::text)`;

/** The deliveries of a page, with what is sent. */
export function deliveriesOf(db: Db, grant: PageGrant) {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .leftJoin("events as event", "event.id", "delivery.event_id")
    .select([
      "delivery.id",
      "delivery.status_page_id",
      "delivery.webhook_id",
      "delivery.event_id",
      "delivery.message_id",
      "delivery.event",
      "delivery.on_demand",
      "delivery.state",
      "delivery.attempts",
      "delivery.next_attempt_at",
      "delivery.claimed_until",
      "delivery.inserted_at",
    ])
    .select(BODY.as("body"))
    .where("delivery.status_page_id", "=", grant.status_page_id);
}

function deliveries(db: Db, grant: PageGrant, webhookId: number) {
  return deliveriesOf(db, grant).where("delivery.webhook_id", "=", webhookId);
}

export async function listDeliveryRows<Answered>(
  db: Db,
  grant: PageGrant,
  webhookId: number,
  slice: Slice,
  answer: Answer<DeliveryRow, Answered>,
): Promise<Listed<Answered>> {
  const query = deliveries(db, grant, webhookId);
  const count = countAll(
    db,
    db
      .selectFrom("webhook_deliveries")
      .where("status_page_id", "=", grant.status_page_id)
      .where("webhook_id", "=", webhookId),
  );
  return readList(db, query, slice, { order: NEWEST_FIRST, count, answer, bytes: BODY_BYTES });
}

/** @throws {AppError} `not_found` */
export async function getDeliveryRow(
  db: Db,
  grant: PageGrant,
  webhookId: number,
  deliveryId: number,
): Promise<DeliveryRow> {
  const row = await deliveries(db, grant, webhookId)
    .where("delivery.id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type NewDelivery = Pick<DeliveryRow, "webhook_id" | "message_id" | "event" | "body"> & {
  inserted_at: string;
};

/** Notes that somebody asked for something to be sent at once. */
export async function insertDelivery(
  trx: Trx,
  grant: PageGrant,
  delivery: NewDelivery,
): Promise<DeliveryRow> {
  const { status_page_id } = grant;
  const { inserted_at: next_attempt_at, body } = delivery;
  const row = await trx
    .insertInto("webhook_deliveries")
    .values({ ...delivery, status_page_id, next_attempt_at, on_demand: true })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, body };
}

type Batch = { after: number; limit: number; now: string };

/**
 * Notes that an event is to be sent at once to the next of the webhooks that ask for it; to those of
 * which it is noted already it is not noted again.
 * @returns how many were added, and the id after which there may be more
 */
export async function addDeliveries(
  trx: Trx,
  grant: PageGrant,
  event: EventRow,
  { after, limit, now }: Batch,
): Promise<{ added: number; last: number | null }> {
  const { rows } = await sql<{ added: number; found: number; last: number | null }>`
    with listener as (
      select id from webhooks
      where status_page_id = ${grant.status_page_id} and id > ${after}
        and enabled and ${event.event} = any(events)
      order by id limit ${limit} for key share
    ), added as (
      insert into webhook_deliveries (status_page_id, webhook_id, event_id, message_id, event,
        next_attempt_at, inserted_at)
      select ${grant.status_page_id}, id, ${event.id}, ${event.message_id}, ${event.event},
        ${now}::timestamptz, ${event.inserted_at}::timestamptz
      from listener
      on conflict (status_page_id, webhook_id, event_id) where event_id is not null do nothing
      returning id
    )
    select (select count(*) from added) as added, count(*) as found, max(id) as last
    from listener`.execute(trx);
  const { added = 0, found = 0, last = null } = rows[0] ?? {};
  return { added, last: found < limit ? null : last };
}

/** `now` and `due_at` are wire times. */
export type Looked = { due_at: string; now: string };

/** A delivery that an attempt at is due. */
export type Due = {
  id: number;
  webhook_id: number;
  url: string;
  on_demand: boolean;
  /** Of its body. */
  bytes: number;
};

/**
 * Due deliveries of a page that are not claimed, oldest first, with a limit per webhook. Of a webhook
 * that wants them in order only the first that is not settled, whenever it is due.
 */
export async function listDue(
  db: Db,
  grant: PageGrant,
  { due_at, now, per_webhook }: Looked & { per_webhook: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select due.id, due.on_demand, due.bytes, webhooks.id as webhook_id, webhooks.url
    from webhooks cross join lateral (
      select id, next_attempt_at, on_demand, coalesce(
        octet_length(body), (select bytes from events where events.id = event_id), 0
      ) as bytes
      from webhook_deliveries
      where status_page_id = webhooks.status_page_id and webhook_id = webhooks.id
        and state = 'pending' and next_attempt_at <= ${due_at}
        and (claimed_until is null or claimed_until < ${now})
        and (not webhooks.ordered or on_demand or id = (
          select min(id) from webhook_deliveries as queued
          where queued.status_page_id = webhooks.status_page_id
            and queued.webhook_id = webhooks.id and queued.state = 'pending'
            and not queued.on_demand))
      order by next_attempt_at, id
      limit ${per_webhook}
    ) as due
    where webhooks.status_page_id = ${grant.status_page_id}
    order by due.next_attempt_at, due.id
  `.execute(db);
  return rows;
}

/**
 * Claims deliveries; the result leaves out those that another process has claimed meanwhile, or
 * that are no longer due.
 */
export async function claimDeliveries(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
  { due_at, now, until }: Looked & { until: string },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    with claimed as (
      update webhook_deliveries set claimed_until = ${until}
      where status_page_id = ${grant.status_page_id} and id = any(${ids}::bigint[])
        and state = 'pending' and next_attempt_at <= ${due_at}
        and (claimed_until is null or claimed_until < ${now})
      returning *
    )
    select delivery.*, ${BODY} as body
    from claimed as delivery left join events as event on event.id = delivery.event_id`.execute(db);
  return rows;
}

/** Puts off what is due for a webhook, but for what somebody asked for. @returns how many */
export async function postponeDue(
  trx: Trx,
  grant: PageGrant,
  webhookId: number,
  { due_at, now, until }: Looked & { until: string },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("webhook_deliveries")
    .set({ next_attempt_at: until })
    .where("status_page_id", "=", grant.status_page_id)
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "pending")
    .where("on_demand", "=", false)
    .where("next_attempt_at", "<=", due_at)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<", now)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type Outcome = { state: Delivery["state"]; next_attempt_at: string | null };

/** Keeps what came of a claimed attempt; of one that was not made, `attempt` is null. */
export async function recordOutcome(
  trx: Trx,
  grant: PageGrant,
  { id }: DeliveryRow,
  attempt: Attempt | null,
  outcome: Outcome,
): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({
      ...outcome,
      claimed_until: null,
      attempts: sql`attempts || ${JSON.stringify(attempt ? [attempt] : [])}::jsonb`,
    })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .execute();
}

/** Pages with attempts that were due by then and that no process is making. */
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
    .orderBy("status_page_id")
    .limit(limit)
    .execute();
  return rows.map(({ status_page_id }) => status_page_id);
}

/**
 * Deletes the oldest deliveries, at most `limit` of them, and goes on counting those that arrived.
 * @returns how many
 */
export async function deleteDeliveriesBefore(db: Db, time: string, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with gone as (
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where inserted_at < ${time} order by id limit ${limit}
      ) returning status_page_id, state, inserted_at
    ), counted as (
      insert into message_counts as counts (status_page_id, month, channel, count)
      select status_page_id, date_trunc('month', inserted_at)::date, 'webhook', count(*)
      from gone where state = 'delivered' group by 1, 2
      on conflict (status_page_id, month, channel)
      do update set count = counts.count + excluded.count
    )
    select count(*) as deleted from gone`.execute(db);
  return rows[0]?.deleted ?? 0;
}
