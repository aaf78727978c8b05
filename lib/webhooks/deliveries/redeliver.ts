import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changeRecords } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { orderDeliveries } from "#lib/webhooks/deliveries/order.ts";
import { type DeliveryRow, getDeliveryRow } from "#lib/webhooks/deliveries/queries.ts";
import { serializeDelivery } from "#lib/webhooks/deliveries/serialize.ts";
import { lockWebhook } from "#lib/webhooks/queries.ts";
import type { WebhookTarget } from "#lib/webhooks/read.ts";
import type { Delivery } from "#lib/webhooks/schema.ts";

/**
 * Sends a delivery again under its old `webhook-id`, once, to a disabled webhook too.
 * @returns the delivery that was added for it
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function redeliver(ctx: Context, target: WebhookTarget & { delivery_id: number }): Promise<Delivery> {
  const grant = await authorize(ctx, "webhook.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const webhook = await lockWebhook(trx, grant, target.webhook_id);
    const { id, message_id, event, body } = await getDeliveryRow(trx, grant, webhook.id, target.delivery_id);
    const [again] = await orderDeliveries(trx, grant, [webhook.id], { message_id, event, body, on_demand: true });
    await audit(trx, ctx, grant, { action: "webhook_delivery.redeliver", subject_id: id, changes: { webhook_id: webhook.id } });
    return serializeDelivery(again as DeliveryRow);
  });
}
