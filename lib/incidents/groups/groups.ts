import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import {
  deleteSubscriptionGroupRow,
  getSubscriptionGroupRow,
  insertSubscriptionGroup,
  listKnownGroupIds,
  listSubscriptionGroupRows,
  type SubscriptionGroupRow,
  updateSubscriptionGroupRow,
} from "#lib/incidents/groups/queries.ts";
import {
  type CreateSubscriptionGroup,
  MAX_SUBSCRIPTION_GROUPS,
  type SubscriptionGroup,
  type UpdateSubscriptionGroup,
} from "#lib/incidents/groups/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

type SubscriptionGroupTarget = PageTarget & { subscription_group_id: number };

/** Oldest first. @throws {AppError} `not_found`, `forbidden` */
export async function listSubscriptionGroups(
  ctx: Context,
  target: PageTarget,
): Promise<SubscriptionGroup[]> {
  const grant = await authorize(ctx, "page.read", target);
  return (await listSubscriptionGroupRows(ctx.db, grant)).map(serializeSubscriptionGroup);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getSubscriptionGroup(
  ctx: Context,
  target: SubscriptionGroupTarget,
): Promise<SubscriptionGroup> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeSubscriptionGroup(
    await getSubscriptionGroupRow(ctx.db, grant, target.subscription_group_id),
  );
}

function serializeSubscriptionGroup({
  id,
  name,
  inserted_at,
  updated_at,
}: SubscriptionGroupRow): SubscriptionGroup {
  return { id, name, inserted_at, updated_at };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function createSubscriptionGroup(
  ctx: Context,
  target: PageTarget,
  input: CreateSubscriptionGroup,
): Promise<SubscriptionGroup> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    assertBelowLimit(
      page,
      (await listSubscriptionGroupRows(trx, grant)).length,
      MAX_SUBSCRIPTION_GROUPS,
    );
    const row = await insertSubscriptionGroup(trx, grant, { name: input.name });
    return {
      result: serializeSubscriptionGroup(row),
      audit: { action: "subscription_group.create", subject_id: row.id, changes: input },
      events: [],
    };
  });
}

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
      audit: { action: "subscription_group.delete", subject_id: id, changes: { name } },
      events: [],
    };
  });
}

type GroupIds = { subscription_group_ids?: readonly number[] | undefined };

/** Ids from before the change may belong to groups deleted since. @throws {AppError} `invalid` */
export async function checkGroups(
  trx: Trx,
  grant: PageGrant,
  { subscription_group_ids: given = [] }: GroupIds,
  { subscription_group_ids: before = [] }: GroupIds = {},
): Promise<void> {
  const added = given.filter((id) => !before.includes(id));
  if ((await listKnownGroupIds(trx, grant, added)).length < added.length)
    throw invalid({ subscription_group_ids: [{ code: "unknown" }] });
}
