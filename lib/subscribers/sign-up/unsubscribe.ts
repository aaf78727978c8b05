import { authorizeSubscriber } from "#lib/core/access/authorize.ts";
import { findPageMove } from "#lib/core/access/queries.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { isMoveError } from "#lib/core/moves/move.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { deleteSubscriptionRow } from "#lib/subscribers/queries.ts";
import type { ManageTarget } from "#lib/subscribers/sign-up/manage.ts";

/** Header of the answer: `done` or `unknown`. Providers that ask again are to get a 200. */
export const UNSUBSCRIBED = "x-unsubscribed";

/** In the context's transaction, if it has one. @throws {AppError} `not_found` */
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
    if (!isMoveError(error)) throw error;
    const { token } = target;
    // Former names need not lead to the page there.
    const page = await findPageMove(ctx.db, target.subdomain);
    const { subdomain } = page ?? target;
    const payload = { subdomain, token_sealed: seal(token) };
    const key = `unsubscribe:${hashToken(token).toString("hex")}`;
    await ctx.db
      .transaction()
      .execute((trx) => enqueue(trx, "unsubscribe-elsewhere", payload, { key }));
  });
}
