import type { Trx } from "#db/index.ts";
import { authorize, authorizeSubscriber, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { rotatedSecret } from "#lib/core/transaction/rotated-secrets.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { lockSubscription, updateSubscriptionRow } from "#lib/subscribers/queries.ts";
import { completeSubscription, type SubscriptionTarget } from "#lib/subscribers/read.ts";
import type { RotatedSubscription } from "#lib/subscribers/schema.ts";
import type { ManageTarget } from "#lib/subscribers/sign-up/manage.ts";

async function rotate(trx: Trx, grant: PageGrant, id: number) {
  const before = await lockSubscription(trx, grant, id);
  if (before.type !== "webhook") throw invalid({ type: [{ code: "invalid" }] });
  const { columns, ...shown } = rotatedSecret(before, wireNow());
  const row = await updateSubscriptionRow(trx, grant, id, columns);
  return { row, shown, audit: { action: "subscription.rotate_secret", subject_id: id } } as const;
}

/**
 * Gives a subscribed webhook a new secret, which only this response contains.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for other types, or too many rotations
 */
export async function rotateSubscriptionSecret(
  ctx: Context,
  target: SubscriptionTarget,
): Promise<RotatedSubscription> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const { row, shown, audit } = await rotate(trx, grant, target.subscription_id);
    const result = { ...(await completeSubscription(trx, grant, row)), ...shown };
    return { result, audit, events: [] };
  });
}

/** The same, for the holder of the manage link. @returns the new secret */
export async function rotateOwnSecret(ctx: Context, target: ManageTarget): Promise<string> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  return changeRecords(ctx, grant, async (trx) => {
    const { shown, audit } = await rotate(trx, grant, grant.subscription_id);
    return { result: shown.secret, audit, events: [] };
  });
}
