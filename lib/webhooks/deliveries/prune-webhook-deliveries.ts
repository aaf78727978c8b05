import { database } from "#db/index.ts";
import { now, toWire } from "#lib/clock.ts";
import { deleteDeliveriesBefore } from "#lib/webhooks/deliveries/queries.ts";

const KEPT_DAYS = 30;
const BATCH = 5_000;

/** Deliveries are shown for 30 days; then they go, a batch at a time. */
export async function pruneWebhookDeliveries(): Promise<void> {
  const before = toWire(new Date(now().getTime() - KEPT_DAYS * 86_400_000));
  while ((await deleteDeliveriesBefore(database(), before, BATCH)) === BATCH);
}
