import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { checkRoom } from "#lib/core/transaction/room.ts";
import {
  insertSubscriptionGroup,
  listSubscriptionGroupRows,
} from "#lib/incidents/groups/queries.ts";
import type { CreateSubscriptionGroup, SubscriptionGroup } from "#lib/incidents/groups/schema.ts";
import { MAX_SUBSCRIPTION_GROUPS } from "#lib/incidents/groups/schema.ts";
import { serializeSubscriptionGroup } from "#lib/incidents/groups/serialize.ts";

/** @throws {AppError} `not_found`, `forbidden` */
export async function createSubscriptionGroup(
  ctx: Context,
  target: PageTarget,
  input: CreateSubscriptionGroup,
): Promise<SubscriptionGroup> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    checkRoom(page, (await listSubscriptionGroupRows(trx, grant)).length, MAX_SUBSCRIPTION_GROUPS);
    const row = await insertSubscriptionGroup(trx, grant, { name: input.name });
    return {
      result: serializeSubscriptionGroup(row),
      audit: {
        action: "subscription_group.create",
        subject_id: row.id,
        changes: input,
      },
      events: [],
    };
  });
}
