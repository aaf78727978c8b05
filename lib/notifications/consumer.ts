import type { Consumer } from "#lib/core/events/dispatch.ts";
import { readFacts } from "#lib/notifications/facts.ts";
import { addNotifications } from "#lib/notifications/ledger.queries.ts";
import { orderBatch } from "#lib/notifications/order.ts";
import { finishNews, markPlanned } from "#lib/notifications/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

const BATCH = 1_000;

/** Subscribers who hear of an event get a notification each. */
export const subscribers: Consumer = {
  name: "subscribers",
  async addTargets(trx, grant, event, after) {
    if (!event.news_update_ids) return null;
    const now = wireNow();
    const listening = (await readFacts(trx, grant, event))?.listening;
    const batch = { after, limit: BATCH, now };
    const { channels, last } = listening
      ? await addNotifications(trx, grant, event, listening, batch)
      : { channels: [], last: null };
    for (const channel of channels) await orderBatch(trx, grant.status_page_id, channel, now);
    if (last !== null) return last;
    await markPlanned(trx, grant, event, now);
    await finishNews(trx, grant, now);
    // Whoever sent the last one meanwhile did not know that it was.
    if (channels.length === 0) await orderBatch(trx, grant.status_page_id, "email", now);
    return null;
  },
};
