import { sql } from "kysely";
import { countSome } from "#db/counts.ts";
import type { Db } from "#db/index.ts";
import { type Listed, readList, type Slice } from "#db/keyset.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import {
  type DeliveryRow,
  deliveriesOf,
  NEWEST_FIRST,
} from "#lib/notifications/webhook-deliveries/queries.ts";
import type { Delivery, LoggedDelivery } from "#lib/notifications/webhooks/schema.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type DeliveryFilter = {
  state?: Delivery["state"];
  webhook_id?: number;
  event?: Delivery["event"];
  from?: string;
  to?: string;
};

function logged(db: Db, grant: PageGrant, filter: DeliveryFilter) {
  const { state, webhook_id, event, from, to } = filter;
  let query = db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks", "webhooks.id", "delivery.webhook_id")
    .where("delivery.status_page_id", "=", grant.status_page_id);
  if (state !== undefined) query = query.where("delivery.state", "=", state);
  if (webhook_id !== undefined) query = query.where("delivery.webhook_id", "=", webhook_id);
  if (event !== undefined) query = query.where("delivery.event", "=", event);
  if (from !== undefined) query = query.where("delivery.inserted_at", ">=", from);
  return to === undefined ? query : query.where("delivery.inserted_at", "<", to);
}

export async function listLoggedRows(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  filter: DeliveryFilter,
): Promise<Listed<LoggedDelivery>> {
  const query = logged(db, grant, filter)
    .select(["delivery.id", "delivery.inserted_at", "delivery.webhook_id", "delivery.message_id"])
    .select(["delivery.event", "delivery.state", "delivery.next_attempt_at", "webhooks.url"])
    .select([
      sql<number>`jsonb_array_length(delivery.attempts)`.as("attempts_count"),
      sql<LoggedDelivery["last_attempt"]>`delivery.attempts -> -1`.as("last_attempt"),
    ]);
  const count = countSome(db, query);
  return readList(db, query, slice, { order: NEWEST_FIRST, count, answer: (rows) => rows });
}

/** @throws {AppError} `not_found` */
export async function getLoggedRow(
  db: Db,
  grant: PageGrant,
  deliveryId: number,
): Promise<DeliveryRow> {
  const row = await deliveriesOf(db, grant)
    .where("delivery.id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
