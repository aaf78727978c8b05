import { LRUCache } from "lru-cache";
import type { Db } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findNewestDone, listSpeeds } from "#lib/notifications/audience/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

/** Messages per second. */
type Speeds = ReadonlyMap<SubscriptionType, number>;

const MAX_PAGES = 1_000;
const LOOK_BACK_S = 30 * DAY_SECONDS;
// Fewer say nothing of how fast many are.
const LEAST = 20;

const known = new LRUCache<number, { event_id: number; speeds: Speeds }>({ max: MAX_PAGES });

/**
 * How fast each channel of a page was lately: what the ledger says of the last events, looked up
 * once after each. The time that a worker was slowed down by its provider is in it.
 */
export async function speedsOf(db: Db, grant: PageGrant): Promise<Speeds> {
  const page = grant.status_page_id;
  const since = later(wireNow(), -LOOK_BACK_S);
  const event_id = await findNewestDone(db, grant, since);
  if (event_id === null) return new Map();
  const before = known.get(page);
  if (before?.event_id === event_id) return before.speeds;
  const measured = await listSpeeds(db, grant, since);
  const telling = measured.filter(({ count }) => count >= LEAST);
  const speeds = new Map(
    // Of several events the one that reached most people counts: it comes last.
    telling
      .toSorted((a, b) => a.count - b.count)
      .map(({ channel, count, seconds }) => [channel, count / (seconds + 1)] as const),
  );
  known.set(page, { event_id, speeds });
  return speeds;
}
