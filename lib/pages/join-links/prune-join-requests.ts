import { database } from "#db/index.ts";
import { deleteExpiredRequests } from "#lib/pages/join-links/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** Forgets the addresses of people who asked to join but did not. */
export async function pruneJoinRequests(): Promise<void> {
  await deleteExpiredRequests(database(), wireNow());
}
