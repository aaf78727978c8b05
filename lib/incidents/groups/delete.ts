import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { deleteSubscriptionGroupRow } from "#lib/incidents/groups/queries.ts";
import type { SubscriptionGroupTarget } from "#lib/incidents/groups/read.ts";

/** Deletes a group; its subscriptions stay. @throws {AppError} `not_found`, `forbidden` */
export async function deleteSubscriptionGroup(
  ctx: Context,
  target: SubscriptionGroupTarget,
): Promise<void> {
  const grant = await authorize(ctx, "subscription.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, name } = await deleteSubscriptionGroupRow(trx, grant, target.subscription_group_id);
    return {
      result: undefined,
      audit: {
        action: "subscription_group.delete",
        subject_id: id,
        changes: { name },
      },
      events: [],
    };
  });
}
