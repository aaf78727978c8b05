import type { Consumer } from "#lib/core/events/dispatch.ts";
import { orderLook } from "#lib/notifications/webhook-deliveries/order.ts";
import { addDeliveries } from "#lib/notifications/webhook-deliveries/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

const BATCH = 1_000;

/** The webhooks of a page that ask for an event get a delivery each. */
export const webhooks: Consumer = {
  name: "webhooks",
  async addTargets(trx, grant, event, after) {
    const now = wireNow();
    const { added, last } = await addDeliveries(trx, grant, event, { now, after, limit: BATCH });
    if (added > 0) await orderLook(trx, grant.status_page_id, now);
    return last;
  },
};
