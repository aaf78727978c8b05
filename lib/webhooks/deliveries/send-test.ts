import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changeRecords } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { orderDeliveries } from "#lib/webhooks/deliveries/order.ts";
import type { DeliveryRow } from "#lib/webhooks/deliveries/queries.ts";
import { serializeDelivery } from "#lib/webhooks/deliveries/serialize.ts";
import { lockWebhook } from "#lib/webhooks/queries.ts";
import type { WebhookTarget } from "#lib/webhooks/read.ts";
import { type Delivery, TEST_EVENT } from "#lib/webhooks/schema.ts";
import { newMessageId } from "#lib/webhooks/sign.ts";

/**
 * Sends an event that only says that it is a test, once, to a disabled webhook too.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function sendTest(ctx: Context, target: WebhookTarget): Promise<Delivery> {
  const grant = await authorize(ctx, "webhook.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const { id, url, events } = await lockWebhook(trx, grant, target.webhook_id);
    const body = JSON.stringify({ event: TEST_EVENT, data: { object: { type: "webhook", id, url, events } } });
    const order = { message_id: newMessageId(), event: TEST_EVENT, body, on_demand: true } as const;
    const [delivery] = await orderDeliveries(trx, grant, [id], order);
    await audit(trx, ctx, grant, { action: "webhook.test", subject_id: id });
    return serializeDelivery(delivery as DeliveryRow);
  });
}
