import { database } from "#db/index.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { normalizeAddresses } from "#lib/subscribers/normalize-addresses.ts";
import { deleteUnconfirmed } from "#lib/subscribers/queries.ts";
import { deleteExpiredLinks } from "#lib/subscribers/tokens.queries.ts";
import { CONFIRM_DAYS } from "#lib/subscribers/tokens.ts";

const BATCH = 1_000;

/** Deletes expired links and visitors' unconfirmed subscriptions; operators' own entries stay. */
export async function pruneSubscriptions(): Promise<void> {
  const now = wireNow();
  const before = later(now, -CONFIRM_DAYS * DAY_SECONDS);
  while ((await deleteUnconfirmed(database(), before, BATCH)) === BATCH);
  await deleteExpiredLinks(database(), now);
  // Programs of before may still write while a new one starts.
  await normalizeAddresses(database());
}
