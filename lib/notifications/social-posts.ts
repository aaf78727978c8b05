import type { Recipient } from "#lib/channels/channel.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { social } from "#lib/channels/mastodon.ts";
import {
  authorize,
  authorizeJob,
  type PageGrant,
  type PageTarget,
} from "#lib/core/access/authorize.ts";
import type { Consumer } from "#lib/core/events/dispatch.ts";
import { type DueMessage, enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { findSocialAccount } from "#lib/incidents/updates/rules.ts";
import { composeContent, wordsFor } from "#lib/notifications/content.ts";
import { type EventFacts, readEventFacts } from "#lib/notifications/event-facts.ts";
import type { NotificationEvent } from "#lib/notifications/queries.ts";
import { loadEvent } from "#lib/notifications/sending/batches.ts";
import {
  findEarlierPost,
  findSocialEvent,
  markEnqueued,
  markPosted,
} from "#lib/notifications/social-posts.queries.ts";
import { recordHealth } from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { errorOf, outcomeOf, type Verdict } from "#lib/platform/verdict.ts";

// The morning's news helps nobody.
const EXPIRES_S = 6 * 60 * 60;

export const socialPosts: Consumer = {
  name: "social_posts",
  async addTargets(trx, grant, event) {
    if (!event.social_update_ids) return null;
    const now = wireNow();
    if (await markEnqueued(trx, grant, event, now))
      await enqueueMessage(trx, {
        kind: "social.post",
        status_page_id: grant.status_page_id,
        params: { event_id: String(event.id) },
        expires_at: later(now, EXPIRES_S),
      });
    return null;
  },
};

export async function hasSocialAccount(ctx: Context, target: PageTarget): Promise<boolean> {
  const grant = await authorize(ctx, "page.read", target);
  const { settings } = await getStatusPageRow(ctx.db, grant);
  return (await findSocialAccount(ctx.db, grant, settings)) !== undefined;
}

const NEEDLESS: Outcome = { outcome: "needless" };

/** Posts only go out for public pages. */
function isForAll({ page, audience }: EventFacts): boolean {
  return audience !== null && !page.member_restricted && !page.restricted_ips;
}

async function note(
  ctx: Context,
  grant: PageGrant,
  { event, integration_id }: { event: NotificationEvent; integration_id: number },
  verdict: Verdict,
): Promise<void> {
  await changeRecords(ctx, grant, async (trx) => {
    if (verdict.outcome === "delivered") await markPosted(trx, grant, event, verdict.provider_id);
    const isOurs = verdict.outcome === "try_again" && verdict.about === "us";
    if (verdict.outcome === "delivered" || isOurs)
      await recordHealth(trx, grant, integration_id, {
        checked_at: wireNow(),
        last_error: errorOf(verdict),
      });
    return { result: undefined, audit: null, events: [] };
  });
}

export async function sendSocialPost(
  ctx: Context,
  { status_page_id, params }: DueMessage,
): Promise<Outcome> {
  const grant = status_page_id === null ? null : await authorizeJob(ctx, status_page_id);
  const event = grant && (await findSocialEvent(ctx.db, grant, Number(params.event_id)));
  const facts = event && (await readEventFacts(ctx.db, grant, event));
  if (!facts || !isForAll(facts)) return NEEDLESS;
  const account = await findSocialAccount(ctx.db, grant, facts.page.settings);
  if (!account) return NEEDLESS;
  const loaded = await loadEvent(ctx.db, grant, event, facts, null);
  const content = composeContent(grant, loaded, wordsFor(facts, null));
  const recipient: Recipient = {
    address: "",
    secret: null,
    manage_url: null,
    unsubscribe_url: null,
    isThreaded: true,
    earlier: await findEarlierPost(ctx.db, grant, event),
  };
  const message = social.render(content, recipient);
  const options = { sender: senderOf(account) };
  const [verdict] = await social.send([{ recipient, message }], options);
  if (!verdict) return { outcome: "try_again", reason: "no answer" };
  await note(ctx, grant, { event, integration_id: account.id }, verdict);
  const outcome = outcomeOf(verdict);
  return outcome.outcome === "delivered" ? { ...outcome, channel: "social" } : outcome;
}
