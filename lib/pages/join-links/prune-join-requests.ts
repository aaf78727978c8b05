import { database } from "#db/index.ts";
import { deleteExpiredRequests } from "#lib/pages/join-links/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** The addresses of those who asked to join and did not are forgotten. */
export async function pruneJoinRequests(): Promise<void> {
  await deleteExpiredRequests(database(), wireNow());
}
