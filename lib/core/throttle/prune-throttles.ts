import { database } from "#db/index.ts";
import { deleteExpired } from "#lib/core/throttle/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** Counts whose period is over say nothing any more. */
export async function pruneThrottles(): Promise<void> {
  await deleteExpired(database(), wireNow());
}
