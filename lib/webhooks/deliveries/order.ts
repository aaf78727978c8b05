import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { wireNow } from "#lib/clock.ts";
import { enqueue } from "#lib/jobs/enqueue.ts";
import { type DeliveryRow, insertDeliveries } from "#lib/webhooks/deliveries/queries.ts";

export type Order = { message_id: string; event: DeliveryRow["event"]; body: string; on_demand: boolean };

/** Of an attempt there is at most one job that waits. */
export async function orderAttempt(
  trx: Trx,
  { status_page_id, id }: Pick<DeliveryRow, "status_page_id" | "id">,
  attempt: number,
  run_at?: string,
): Promise<void> {
  const key = `deliver-webhook:${id}`;
  await enqueue(trx, "deliver-webhook", { status_page_id, delivery_id: id, attempt }, { key, run_at });
}

/** Orders deliveries in the transaction that makes them necessary: one for each webhook, each with its job. */
export async function orderDeliveries(trx: Trx, grant: PageGrant, webhookIds: readonly number[], order: Order): Promise<DeliveryRow[]> {
  const rows = await insertDeliveries(trx, grant, webhookIds, { ...order, inserted_at: wireNow() });
  for (const row of rows) await orderAttempt(trx, row, 1);
  return rows;
}
