import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  getSubscriptionGroupRow,
  listSubscriptionGroupRows,
} from "#lib/incidents/groups/queries.ts";
import type { SubscriptionGroup } from "#lib/incidents/groups/schema.ts";
import { serializeSubscriptionGroup } from "#lib/incidents/groups/serialize.ts";

export type SubscriptionGroupTarget = PageTarget & { subscription_group_id: number };

/** All groups of the page, oldest first. @throws {AppError} `not_found`, `forbidden` */
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
