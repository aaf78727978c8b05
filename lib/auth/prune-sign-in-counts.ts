import { database } from "#db/index.ts";
import { deleteExpiredCounts } from "#lib/auth/queries.ts";
import { now } from "#lib/clock.ts";

/** Counts of attempts to sign in go when they mean nothing any more. */
export async function pruneSignInCounts(): Promise<void> {
  await deleteExpiredCounts(database(), now());
}
