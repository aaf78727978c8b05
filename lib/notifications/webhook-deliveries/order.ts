import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { type DeliveryRow, insertDelivery } from "#lib/notifications/webhook-deliveries/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

type Order = { message_id: string; event: DeliveryRow["event"]; body: string };

/**
 * Has a worker look, at a wire time, for what is due on a page then: however much is due, at most
 * one job for each page and second waits.
 */
export async function orderLook(trx: Trx, status_page_id: number, due_at: string): Promise<void> {
  const key = `deliver-webhooks:${status_page_id}:${due_at}`;
  await enqueue(trx, "deliver-webhooks", { status_page_id, due_at }, { key, run_at: due_at });
}

/**
 * Orders a delivery that somebody asked for, in the transaction that makes it necessary: it is
 * attempted once, with a body of its own.
 */
export async function orderDelivery(
  trx: Trx,
  grant: PageGrant,
  webhook_id: number,
  order: Order,
): Promise<DeliveryRow> {
  const inserted_at = wireNow();
  const row = await insertDelivery(trx, grant, { ...order, webhook_id, inserted_at });
  await orderLook(trx, grant.status_page_id, inserted_at);
  return row;
}
