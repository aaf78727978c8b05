import type { Recipient, Verdict } from "#lib/channels/channel.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { errorOf } from "#lib/channels/provider-call.ts";
import { social } from "#lib/channels/social.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { findSocialAccount } from "#lib/incidents/updates/rules.ts";
import { type Facts, readFacts } from "#lib/notifications/facts.ts";
import type { NewsEvent } from "#lib/notifications/queries.ts";
import { tellingOf } from "#lib/notifications/sending/prepare.ts";
import { findEarlierPost, findSocialNews, markPosted } from "#lib/notifications/social/queries.ts";
import { composeContent, wordsFor } from "#lib/notifications/story.ts";
import { recordHealth } from "#lib/pages/integrations/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";

const NEEDLESS: Outcome = { outcome: "needless" };

/** Whether anybody may read what a page tells: a post is everybody's. */
function isForAll({ page, listening }: Facts): boolean {
  return listening !== null && !page.member_restricted && !page.restricted_ips;
}

/** Notes what came of an attempt on the event and on the integration. */
async function note(
  ctx: Context,
  grant: PageGrant,
  { event, integration_id }: { event: NewsEvent; integration_id: number },
  verdict: Verdict,
): Promise<void> {
  await changeRecords(ctx, grant, async (trx) => {
    if (verdict.outcome === "delivered") await markPosted(trx, grant, event, verdict.provider_id);
    const isOurs = verdict.outcome === "never_again" && verdict.fault === "sender";
    if (verdict.outcome === "delivered" || isOurs)
      await recordHealth(trx, grant, integration_id, {
        checked_at: wireNow(),
        last_error: errorOf(verdict),
      });
    return { result: undefined, audit: null, events: [] };
  });
}

function outcomeOf(verdict: Verdict): Outcome {
  if (verdict.outcome === "delivered") return { outcome: "delivered", channel: "social" };
  const { reason } = verdict;
  if (verdict.outcome === "try_again")
    return { outcome: "try_again", reason, after_s: verdict.after_s };
  // Somebody may give the account another key.
  return { outcome: verdict.fault === "sender" ? "try_again" : "never_again", reason };
}

/** Posts what an event tells, as it is now, to the page's social network. */
export async function sendSocialPost(
  ctx: Context,
  { status_page_id, params }: DueMessage,
): Promise<Outcome> {
  const grant = status_page_id === null ? null : await authorizeJob(ctx, status_page_id);
  const event = grant && (await findSocialNews(ctx.db, grant, Number(params.event_id)));
  const facts = event && (await readFacts(ctx.db, grant, event));
  if (!facts || !isForAll(facts)) return NEEDLESS;
  const account = await findSocialAccount(ctx.db, grant, facts.page.settings);
  if (!account) return NEEDLESS;
  const telling = await tellingOf(ctx.db, grant, event, facts, null);
  const content = composeContent(grant, telling, wordsFor(facts, null));
  const recipient: Recipient = {
    address: "",
    secret: null,
    manage_url: null,
    unsubscribe_url: null,
    isThreaded: true,
    earlier: await findEarlierPost(ctx.db, grant, event),
  };
  const message = social.render(content, recipient);
  const way = { sender: senderOf(account) };
  const [verdict] = await social.send([{ recipient, message }], way);
  if (!verdict) return { outcome: "try_again", reason: "no answer" };
  await note(ctx, grant, { event, integration_id: account.id }, verdict);
  return outcomeOf(verdict);
}
