import type { Consumer } from "#lib/core/events/dispatch.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { markOrdered } from "#lib/notifications/social/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

// News of this morning helps nobody.
const EXPIRES_S = 6 * 60 * 60;

/** The page's account at a social network, which posts updates that say so. */
export const socialPosts: Consumer = {
  name: "social_posts",
  async addTargets(trx, grant, event) {
    if (!event.social_update_ids) return null;
    const now = wireNow();
    if (await markOrdered(trx, grant, event, now))
      await enqueueMessage(trx, {
        kind: "social.post",
        status_page_id: grant.status_page_id,
        params: { event_id: String(event.id) },
        expires_at: later(now, EXPIRES_S),
      });
    return null;
  },
};
