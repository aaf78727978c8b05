import { type Selectable, sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { WebhookDeliveries } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { EventRow } from "#lib/core/events/queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type DeliveryRow = Omit<Selectable<WebhookDeliveries>, "body"> & { body: string };

export const NEWEST_FIRST: Order = { columns: ["delivery.id"], direction: "desc" };

export const BODY = sql<string>`coalesce(delivery.body, event.payload, '{}')`;
const BODY_BYTES = sql<number>`octet_length(found.body) + octet_length(found.attempts::text)`;

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
 * Inserts an event's deliveries for the next webhooks; existing ones stay.
 * @returns how many were added, and the id to continue after
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

/** Deletes the oldest deliveries and keeps counting the delivered ones. @returns how many */
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
