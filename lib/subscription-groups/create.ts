import { audit } from "#lib/audit/queries.ts";
import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import { changeRecords } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { insertSubscriptionGroup } from "#lib/subscription-groups/queries.ts";
import type { CreateSubscriptionGroup, SubscriptionGroup } from "#lib/subscription-groups/schema.ts";
import { serializeSubscriptionGroup } from "#lib/subscription-groups/serialize.ts";

/** @throws {AppError} `not_found`, `forbidden` */
export async function createSubscriptionGroup(
  ctx: Context,
  target: PageTarget,
  input: CreateSubscriptionGroup,
): Promise<SubscriptionGroup> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const row = await insertSubscriptionGroup(trx, grant, { name: input.name });
    await audit(trx, ctx, grant, { action: "subscription_group.create", subject_id: row.id, changes: input });
    return serializeSubscriptionGroup(row);
  });
}
