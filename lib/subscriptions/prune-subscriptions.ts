import { database } from "#db/index.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/clock.ts";
import { deleteExpiredLinks } from "#lib/subscriptions/links/queries.ts";
import { CONFIRM_DAYS } from "#lib/subscriptions/links/tokens.ts";
import { deleteUnconfirmed } from "#lib/subscriptions/queries.ts";

const BATCH = 1_000;

/**
 * What visitors asked for and nobody confirmed goes with its links; what operators entered is
 * theirs to delete.
 */
export async function pruneSubscriptions(): Promise<void> {
  const now = wireNow();
  const before = later(now, -CONFIRM_DAYS * DAY_SECONDS);
  while ((await deleteUnconfirmed(database(), before, BATCH)) === BATCH);
  await deleteExpiredLinks(database(), now);
}
