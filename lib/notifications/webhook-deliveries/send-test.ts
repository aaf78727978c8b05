import { authorize } from "#lib/core/access/authorize.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { orderDelivery } from "#lib/notifications/webhook-deliveries/order.ts";
import { serializeDelivery } from "#lib/notifications/webhook-deliveries/serialize.ts";
import { lockWebhook } from "#lib/notifications/webhooks/queries.ts";
import type { WebhookTarget } from "#lib/notifications/webhooks/read.ts";
import { type Delivery, TEST_EVENT } from "#lib/notifications/webhooks/schema.ts";

/**
 * Sends an event that only says that it is a test, once, to a disabled webhook too.
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
    const delivery = await orderDelivery(trx, grant, id, order);
    return {
      result: serializeDelivery(delivery),
      audit: { action: "webhook.test", subject_id: id },
      events: [],
    };
  });
}
