import { database } from "#db/index.ts";
import { deleteDeliveriesBefore } from "#lib/notifications/webhook-deliveries/queries.ts";
import { forgetEndedSecrets } from "#lib/notifications/webhooks/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

const KEPT_DAYS = 30;
const BATCH = 5_000;

export async function pruneWebhookDeliveries(): Promise<void> {
  const before = later(wireNow(), -KEPT_DAYS * DAY_SECONDS);
  await forgetEndedSecrets(database(), wireNow());
  while ((await deleteDeliveriesBefore(database(), before, BATCH)) === BATCH);
}
