import type { Listed, Slice } from "#db/keyset.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listDeliveryRows } from "#lib/notifications/webhook-deliveries/queries.ts";
import { serializeDelivery } from "#lib/notifications/webhook-deliveries/serialize.ts";
import { getWebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { WebhookTarget } from "#lib/notifications/webhooks/read.ts";
import type { Delivery } from "#lib/notifications/webhooks/schema.ts";

/**
 * The deliveries of a webhook in the last 30 days, newest first.
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
