import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { deleteSubscriptionRow } from "#lib/subscribers/queries.ts";
import type { SubscriptionTarget } from "#lib/subscribers/read.ts";

/** @throws {AppError} `not_found`, `forbidden` */
export async function deleteSubscription(ctx: Context, target: SubscriptionTarget): Promise<void> {
  const grant = await authorize(ctx, "subscription.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, type } = await deleteSubscriptionRow(trx, grant, target.subscription_id);
    return {
      result: undefined,
      audit: {
        action: "subscription.delete",
        subject_id: id,
        changes: { type },
      },
      events: [],
    };
  });
}
