import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { orderDelivery } from "#lib/notifications/webhook-deliveries/order.ts";
import { getDeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import { serializeDelivery } from "#lib/notifications/webhook-deliveries/serialize.ts";
import { lockWebhook } from "#lib/notifications/webhooks/queries.ts";
import type { WebhookTarget } from "#lib/notifications/webhooks/read.ts";
import type { Delivery } from "#lib/notifications/webhooks/schema.ts";

/**
 * Sends a delivery again under its old `webhook-id`, once, to a disabled webhook too.
 * @returns the delivery that was added for it
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
    const again = await orderDelivery(trx, grant, webhook.id, order);
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
