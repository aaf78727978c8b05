import { DIRECT } from "#lib/channels/channels.ts";
import { errorOf } from "#lib/channels/provider-call.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { sampleContent, testedBy } from "#lib/notifications/test-messages/story.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { getSubscriptionRow, type SubscriptionRow } from "#lib/subscribers/queries.ts";
import type { SubscriptionTarget } from "#lib/subscribers/read.ts";

async function attempt(
  channel: (typeof DIRECT)[keyof typeof DIRECT],
  { webhook_url, secret_sealed }: SubscriptionRow,
  content: Awaited<ReturnType<typeof sampleContent>>,
): Promise<string | null> {
  const secret = secret_sealed && unsealIfOurs(secret_sealed);
  if (webhook_url === null || (secret_sealed && secret === null))
    return "Its address or secret was encrypted under an APP_SECRET that is lost";
  const recipient = testedBy(webhook_url, secret);
  const message = channel.render(content, recipient);
  const [verdict] = await channel.send([{ recipient, message }], { sender: null });
  return verdict ? errorOf(verdict) : "no answer";
}

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
  const channel = row.type in DIRECT ? DIRECT[row.type as keyof typeof DIRECT] : null;
  if (!channel) throw invalid({ type: [{ code: "not_offered" }] });
  const { id } = row;
  const error = await attempt(channel, row, await sampleContent(ctx.db, grant, t));
  return changeRecords(ctx, grant, async () => ({
    result: error,
    audit: { action: "subscription.test", subject_id: id, changes: { delivered: error === null } },
    events: [],
  }));
}
