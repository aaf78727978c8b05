import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { serializeDelivery } from "#lib/notifications/webhook-deliveries/delivery.ts";
import {
  type DeliveryFilter,
  getLoggedRow,
  listLoggedRows,
} from "#lib/notifications/webhook-deliveries/log.queries.ts";
import type { Delivery, LoggedDelivery } from "#lib/notifications/webhooks/schema.ts";

/**
 * Lists all webhooks' deliveries of the last 30 days, newest first.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listLoggedDeliveries(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: DeliveryFilter,
): Promise<Listed<LoggedDelivery>> {
  const grant = await authorize(ctx, "page.read", target);
  return listLoggedRows(ctx.db, grant, slice, filter);
}

/** Gets a delivery with its attempts and body. @throws {AppError} `not_found`, `forbidden` */
export async function getLoggedDelivery(
  ctx: Context,
  target: PageTarget & { delivery_id: number },
): Promise<Delivery> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeDelivery(await getLoggedRow(ctx.db, grant, target.delivery_id));
}
