import { database } from "#db/index.ts";
import { deleteExpiredAnswers } from "#lib/api/queries.ts";

/** Deletes answers older than a day. */
export async function pruneIdempotencyKeys(): Promise<void> {
  await deleteExpiredAnswers(database());
}
