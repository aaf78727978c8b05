import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionGroups } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";

export type SubscriptionGroupRow = Selectable<SubscriptionGroups>;

export const {
  list: listSubscriptionGroupRows,
  get: getSubscriptionGroupRow,
  known: listKnownGroupIds,
  insert: insertSubscriptionGroup,
  update: updateSubscriptionGroupRow,
  remove: deleteSubscriptionGroupRow,
} = pageRows("subscription_groups");

/** Group ids by subscription, in ascending order. */
export async function listGroupsOf(
  db: Db,
  grant: PageGrant,
  subscriptionIds: number[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(subscriptionIds.map((id) => [id, []]));
  if (subscriptionIds.length === 0) return found;
  const { rows } = await sql<{ subscription_id: number; subscription_group_id: number }>`
    select subscription_id, subscription_group_id from subscription_group_members
    where status_page_id = ${grant.status_page_id}
      and subscription_id = any(${subscriptionIds}::bigint[])
    order by place`.execute(db);
  for (const { subscription_id, subscription_group_id } of rows)
    found.get(subscription_id)?.push(subscription_group_id);
  return found;
}

/** For the byte budget of a list: `found` is a row of `subscriptions`. */
export const BYTES_OF_GROUPS: RawBuilder<number> = sql`(
  select 10 * count(*) from subscription_group_members as link
  where link.status_page_id = found.status_page_id and link.subscription_id = found.id
)`;

export async function setGroupsOf(
  trx: Trx,
  grant: PageGrant,
  subscriptionId: number,
  groupIds: readonly number[],
): Promise<void> {
  const page = grant.status_page_id;
  await sql`delete from subscription_group_members where status_page_id = ${page} and subscription_id = ${subscriptionId}`.execute(
    trx,
  );
  await sql`
    insert into subscription_group_members (status_page_id, subscription_id,
      subscription_group_id, place)
    select ${page}, ${subscriptionId}, given.* from unnest(${groupIds}::bigint[])
      with ordinality as given`.execute(trx);
}
