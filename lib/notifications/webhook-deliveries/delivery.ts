import type { Trx } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Consumer } from "#lib/core/events/dispatch.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  addDeliveries,
  type DeliveryRow,
  getDeliveryRow,
  insertDelivery,
  listDeliveryRows,
} from "#lib/notifications/webhook-deliveries/queries.ts";
import { getWebhookRow, lockWebhook } from "#lib/notifications/webhooks/queries.ts";
import { type Delivery, TEST_EVENT } from "#lib/notifications/webhooks/schema.ts";
import type { WebhookTarget } from "#lib/notifications/webhooks/webhooks.ts";
import { wireNow } from "#lib/platform/clock.ts";

type Order = { message_id: string; event: DeliveryRow["event"]; body: string };

/** Enqueues sending at a wire time: at most one job per page and second. */
export async function enqueueDue(trx: Trx, status_page_id: number, due_at: string): Promise<void> {
  const key = `deliver-webhooks:${status_page_id}:${due_at}`;
  await enqueue(trx, "deliver-webhooks", { status_page_id, due_at }, { key, run_at: due_at });
}

/**
 * Inserts a requested delivery, in the caller's transaction. It is attempted once, with its own
 * body.
 */
async function enqueueDelivery(
  trx: Trx,
  grant: PageGrant,
  webhook_id: number,
  order: Order,
): Promise<DeliveryRow> {
  const inserted_at = wireNow();
  const row = await insertDelivery(trx, grant, { ...order, webhook_id, inserted_at });
  await enqueueDue(trx, grant.status_page_id, inserted_at);
  return row;
}

export function serializeDelivery(row: DeliveryRow): Delivery {
  const { id, inserted_at, webhook_id, message_id, event, state, next_attempt_at, body } = row;
  const attempts = row.attempts as Delivery["attempts"];
  return {
    id,
    inserted_at,
    webhook_id,
    message_id,
    event,
    state,
    next_attempt_at,
    attempts,
    payload: JSON.parse(body),
  };
}

/**
 * Lists a webhook's deliveries of the last 30 days, newest first.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listDeliveries(
  ctx: Context,
  target: WebhookTarget,
  slice: Slice,
): Promise<Listed<Delivery>> {
  const grant = await authorize(ctx, "page.read", target);
  const { id } = await getWebhookRow(ctx.db, grant, target.webhook_id);
  return listDeliveryRows(ctx.db, grant, id, slice, (rows) => rows.map(serializeDelivery));
}

/**
 * Sends a delivery again under its `webhook-id`, once, even to a disabled webhook.
 * @returns the new delivery
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function redeliver(
  ctx: Context,
  target: WebhookTarget & { delivery_id: number },
): Promise<Delivery> {
  const grant = await authorize(ctx, "webhook.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const webhook = await lockWebhook(trx, grant, target.webhook_id);
    const { id, message_id, event, body } = await getDeliveryRow(
      trx,
      grant,
      webhook.id,
      target.delivery_id,
    );
    const order = { message_id, event, body };
    const again = await enqueueDelivery(trx, grant, webhook.id, order);
    return {
      result: serializeDelivery(again),
      audit: {
        action: "webhook_delivery.redeliver",
        subject_id: id,
        changes: { webhook_id: webhook.id },
      },
      events: [],
    };
  });
}

/**
 * Sends a test event once, even to a disabled webhook.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function sendTest(ctx: Context, target: WebhookTarget): Promise<Delivery> {
  const grant = await authorize(ctx, "webhook.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const { id, url, events } = await lockWebhook(trx, grant, target.webhook_id);
    const body = JSON.stringify({
      event: TEST_EVENT,
      data: { object: { type: "webhook", id, url, events } },
    });
    const order = { message_id: newMessageId(), event: TEST_EVENT, body } as const;
    const delivery = await enqueueDelivery(trx, grant, id, order);
    return {
      result: serializeDelivery(delivery),
      audit: { action: "webhook.test", subject_id: id },
      events: [],
    };
  });
}

const BATCH = 1_000;

export const webhooks: Consumer = {
  name: "webhooks",
  async addTargets(trx, grant, event, after) {
    const now = wireNow();
    const { added, last } = await addDeliveries(trx, grant, event, { now, after, limit: BATCH });
    if (added > 0) await enqueueDue(trx, grant.status_page_id, now);
    return last;
  },
};
