import { database } from "#db/index.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { deleteExpired } from "#lib/throttle/queries.ts";

/** Counts whose period is over say nothing any more. */
export async function pruneThrottles(): Promise<void> {
  await deleteExpired(database(), wireNow());
}
