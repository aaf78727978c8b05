import { type Insertable, type Selectable, sql } from "kysely";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { WebhookDeliveries } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import type { Attempt, Delivery, WebhookEvent } from "#lib/webhooks/schema.ts";

export type DeliveryRow = Selectable<WebhookDeliveries>;

const NEWEST_FIRST: Order = { columns: ["id"], direction: "desc" };

export async function listDeliveryRows(db: Db, grant: PageGrant, webhookId: number, slice: Slice): Promise<Listed<DeliveryRow>> {
  const query = db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("webhook_id", "=", webhookId);
  return readList(query, NEWEST_FIRST, slice, countAll(db, query));
}

/** @throws {AppError} `not_found` */
export async function getDeliveryRow(db: Db, grant: PageGrant, webhookId: number, deliveryId: number): Promise<DeliveryRow> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type NewDelivery = Pick<Insertable<WebhookDeliveries>, "message_id" | "event" | "body" | "on_demand"> & { inserted_at: string };

/** Notes that something is to be sent at once to these webhooks. */
export async function insertDeliveries(
  trx: Trx,
  grant: PageGrant,
  webhookIds: readonly number[],
  delivery: NewDelivery,
): Promise<DeliveryRow[]> {
  const { status_page_id } = grant;
  const values = webhookIds.map((webhook_id) => ({ ...delivery, status_page_id, webhook_id, next_attempt_at: delivery.inserted_at }));
  return trx.insertInto("webhook_deliveries").values(values).returningAll().execute();
}

/** The webhooks that are to hear of an event. */
export async function listListeners(trx: Trx, grant: PageGrant, event: WebhookEvent): Promise<number[]> {
  const rows = await trx
    .selectFrom("webhooks")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("enabled", "=", true)
    .where(sql<boolean>`${event} = any(events)`)
    .forKeyShare()
    .execute();
  return rows.map((row) => row.id);
}

export type Claim = { delivery_id: number; attempt: number; now: string; until: string };

/** Takes an attempt for oneself; undefined when it was made, is being made by somebody else, or is not to be made any more. */
export async function claimAttempt(
  db: Db,
  grant: PageGrant,
  { delivery_id, attempt, now, until }: Claim,
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable("webhook_deliveries")
    .set({ claimed_until: until })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", delivery_id)
    .where("state", "=", "pending")
    .where(sql<boolean>`jsonb_array_length(attempts) = ${attempt - 1}`)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<", now)]))
    .returningAll()
    .executeTakeFirst();
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
    .set({ ...outcome, claimed_until: null, attempts: sql`attempts || ${JSON.stringify(attempt ? [attempt] : [])}::jsonb` })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .execute();
}

type Overdue = { status_page_id: number; delivery_id: number; attempt: number };

/** Attempts, of any page, that should have been made by then and that nobody is making. */
export async function listOverdue(
  db: Db,
  _grant: ProgramGrant,
  { by, now, limit }: { by: string; now: string; limit: number },
): Promise<Overdue[]> {
  return db
    .selectFrom("webhook_deliveries")
    .select(["status_page_id", "id as delivery_id", sql<number>`jsonb_array_length(attempts) + 1`.as("attempt")])
    .where("state", "=", "pending")
    .where("next_attempt_at", "<", by)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<", now)]))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Deletes the oldest deliveries, at most `limit` of them. @returns how many */
export async function deleteDeliveriesBefore(db: Db, time: string, limit: number): Promise<number> {
  const oldest = db.selectFrom("webhook_deliveries").select("id").where("inserted_at", "<", time).orderBy("id").limit(limit);
  const { numDeletedRows } = await db.deleteFrom("webhook_deliveries").where("id", "in", oldest).executeTakeFirst();
  return Number(numDeletedRows);
}
