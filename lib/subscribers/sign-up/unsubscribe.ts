import { authorizeSubscriber } from "#lib/core/access/authorize.ts";
import { isBetween } from "#lib/core/moves/move.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { deleteSubscriptionRow } from "#lib/subscribers/queries.ts";
import type { ManageTarget } from "#lib/subscribers/sign-up/manage.ts";

export async function endSubscription(ctx: Context, target: ManageTarget): Promise<void> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  await changeRecords(ctx, grant, async (trx) => {
    const { id, type } = await deleteSubscriptionRow(trx, grant, grant.subscription_id);
    const audit = { action: "subscription.unsubscribe", subject_id: id, changes: { type } };
    return { result: undefined, audit, events: [] };
  });
}

/**
 * Ends a subscription and its links, even if its holder can no longer see the page. While the
 * organization is moved, and after that, a job does it where the organization then is.
 * @throws {AppError} `not_found`
 */
export async function unsubscribe(ctx: Context, target: ManageTarget): Promise<void> {
  await endSubscription(ctx, target).catch(async (error) => {
    if (!isBetween(error)) throw error;
    const { subdomain, token } = target;
    const payload = { subdomain, token_sealed: seal(token) };
    await ctx.db.transaction().execute((trx) => enqueue(trx, "unsubscribe-elsewhere", payload));
  });
}
