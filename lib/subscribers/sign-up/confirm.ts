import { authorizeSubscriber, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { manageToken } from "#lib/subscribers/links/tokens.ts";
import { lockSubscription, updateSubscriptionRow } from "#lib/subscribers/queries.ts";
import { RELEASED } from "#lib/subscribers/released.ts";

type LinkTarget = PageTarget & { token: string };

/** `secret`: signs the deliveries to a webhook; told this once. */
type Confirmed = { token: string; secret: string | null };

/**
 * Says yes to a subscription, by the link that was sent to its address; saying it again changes
 * nothing.
 * @throws {AppError} `not_found` when the link ended, or never was
 */
export async function confirmSubscription(ctx: Context, target: LinkTarget): Promise<Confirmed> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "confirm" });
  return recordFacts(ctx, grant, async (trx) => {
    const { id, type, confirmed_at } = await lockSubscription(trx, grant, grant.subscription_id);
    const token = await manageToken(trx, grant, id);
    if (confirmed_at !== null) return { result: { token, secret: null }, audit: null, events: [] };
    const secret = type === "webhook" ? newSecret() : null;
    const secret_sealed = secret && seal(secret);
    const values = {
      confirmed_at: wireNow(),
      ...RELEASED,
      ...(secret_sealed && { secret_sealed }),
    };
    await updateSubscriptionRow(trx, grant, id, values);
    const audit = { action: "subscription.confirm", subject_id: id, changes: { type } };
    return { result: { token, secret }, audit, events: [] };
  });
}
