import { database } from "#db/index.ts";
import { deleteExpiredAnswers } from "#lib/api/queries.ts";

export async function pruneIdempotencyKeys(): Promise<void> {
  await deleteExpiredAnswers(database());
}
