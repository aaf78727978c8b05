import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  getSubscriptionGroupRow,
  updateSubscriptionGroupRow,
} from "#lib/incidents/groups/queries.ts";
import type { SubscriptionGroupTarget } from "#lib/incidents/groups/read.ts";
import type { SubscriptionGroup, UpdateSubscriptionGroup } from "#lib/incidents/groups/schema.ts";
import { serializeSubscriptionGroup } from "#lib/incidents/groups/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** @throws {AppError} `not_found`, `forbidden` */
export async function updateSubscriptionGroup(
  ctx: Context,
  target: SubscriptionGroupTarget,
  input: UpdateSubscriptionGroup,
): Promise<SubscriptionGroup> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const before = await getSubscriptionGroupRow(trx, grant, target.subscription_group_id);
    const row = await updateSubscriptionGroupRow(trx, grant, target.subscription_group_id, {
      ...input,
      updated_at: wireNow(),
    });
    return {
      result: serializeSubscriptionGroup(row),
      audit: {
        action: "subscription_group.update",
        subject_id: row.id,
        changes: input,
        before: serializeSubscriptionGroup(before),
      },
      events: [],
      was: { result: serializeSubscriptionGroup(before), hidden: [before, row] },
    };
  });
}
