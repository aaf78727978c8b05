import { database } from "#db/index.ts";
import { KEPT_SECONDS } from "#lib/incidents/change-update.ts";
import { purgeUpdatesDeletedBefore } from "#lib/incidents/updates/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

export async function pruneDeletedUpdates(): Promise<void> {
  await purgeUpdatesDeletedBefore(database(), later(wireNow(), -KEPT_SECONDS));
}
