import { database } from "#db/index.ts";
import { deleteExpiredAnswers } from "#lib/api/queries.ts";

/** A repeated POST is recognised for a day; then its answer goes. */
export async function pruneIdempotencyKeys(): Promise<void> {
  await deleteExpiredAnswers(database());
}
