import { database } from "#db/index.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { deleteExpiredLinks } from "#lib/subscribers/links/queries.ts";
import { CONFIRM_DAYS } from "#lib/subscribers/links/tokens.ts";
import { deleteUnconfirmed } from "#lib/subscribers/queries.ts";

const BATCH = 1_000;

/**
 * Deletes unconfirmed subscriptions of visitors with their links; those that operators entered are
 * left to them.
 */
export async function pruneSubscriptions(): Promise<void> {
  const now = wireNow();
  const before = later(now, -CONFIRM_DAYS * DAY_SECONDS);
  while ((await deleteUnconfirmed(database(), before, BATCH)) === BATCH);
  await deleteExpiredLinks(database(), now);
}
