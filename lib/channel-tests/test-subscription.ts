import { authorize } from "#lib/auth/authorize.ts";
import { changeRecords } from "#lib/change.ts";
import { testedBy, testStory } from "#lib/channel-tests/story.ts";
import { DIRECT } from "#lib/channels/channels.ts";
import { errorOf } from "#lib/channels/verdict.ts";
import type { Context } from "#lib/context.ts";
import { invalid } from "#lib/errors.ts";
import type { Translate } from "#lib/i18n/translator.ts";
import { unseal } from "#lib/seal.ts";
import { getSubscriptionRow } from "#lib/subscriptions/queries.ts";
import type { SubscriptionTarget } from "#lib/subscriptions/read.ts";

/**
 * Sends a message that only says that it is a test to a chat or webhook, at once.
 * @param t the texts of who tests
 * @returns why it did not arrive; null: it did
 * @throws {AppError} `not_found`, `forbidden`, `invalid` on a kind that has an integration to test
 */
export async function testSubscription(
  ctx: Context,
  target: SubscriptionTarget,
  t: Translate,
): Promise<string | null> {
  const grant = await authorize(ctx, "subscription.write", target);
  const row = await getSubscriptionRow(ctx.db, grant, target.subscription_id);
  const { id, webhook_url, secret_sealed } = row;
  const channel = row.type in DIRECT ? DIRECT[row.type as keyof typeof DIRECT] : null;
  if (!channel || webhook_url === null) throw invalid({ type: [{ code: "not_offered" }] });
  const recipient = testedBy(webhook_url, secret_sealed && unseal(secret_sealed));
  const message = channel.render(await testStory(ctx.db, grant, t), recipient);
  const [verdict] = await channel.handOver([{ recipient, message }], { sender: null });
  const error = verdict ? errorOf(verdict) : "no answer";
  return changeRecords(ctx, grant, async () => ({
    result: error,
    audit: { action: "subscription.test", subject_id: id, changes: { delivered: error === null } },
    events: [],
  }));
}
