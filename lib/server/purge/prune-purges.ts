import { database } from "#db/index.ts";
import { deleteOldPurges } from "#lib/server/purge/queries.ts";

export async function prunePurges(): Promise<void> {
  await deleteOldPurges(database());
}
