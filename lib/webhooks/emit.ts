import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { orderDeliveries } from "#lib/webhooks/deliveries/order.ts";
import { listListeners } from "#lib/webhooks/deliveries/queries.ts";
import { payloadOf, type Subject } from "#lib/webhooks/payload.ts";
import type { WebhookEvent } from "#lib/webhooks/schema.ts";
import { newMessageId } from "#lib/webhooks/sign.ts";

/**
 * Tells the page's webhooks what has happened, in the transaction in which it happens. Verbs do not call this: what every change of a
 * record passes through does (lib/incidents/settle.ts, lib/info-notices/publish.ts).
 */
export async function emit<E extends WebhookEvent>(trx: Trx, grant: PageGrant, event: E, subject: Subject<E>): Promise<void> {
  const listeners = await listListeners(trx, grant, event);
  if (listeners.length === 0) return;
  const body = payloadOf(event, subject);
  await orderDeliveries(trx, grant, listeners, { message_id: newMessageId(), event, body, on_demand: false });
}
