import type { Consumer } from "#lib/core/events/dispatch.ts";
import { readEventFacts } from "#lib/notifications/event-facts.ts";
import { addNotifications, enqueueBatch } from "#lib/notifications/ledger.queries.ts";
import { finishEvents, markPlanned } from "#lib/notifications/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

const BATCH = 1_000;

export const subscribers: Consumer = {
  name: "subscribers",
  async addTargets(trx, grant, event, after) {
    if (!event.news_update_ids) return null;
    const now = wireNow();
    const audience = (await readEventFacts(trx, grant, event))?.audience;
    const batch = { after, limit: BATCH, now };
    const { channels, last } = audience
      ? await addNotifications(trx, grant, event, audience, batch)
      : { channels: [], last: null };
    for (const channel of channels) await enqueueBatch(trx, grant.status_page_id, channel, now);
    if (last !== null) return last;
    await markPlanned(trx, grant, event, now);
    await finishEvents(trx, grant, now);
    // The last sender may have finished before the event was marked as planned.
    if (channels.length === 0) await enqueueBatch(trx, grant.status_page_id, "email", now);
    return null;
  },
};
