import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionGroups } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";

export type SubscriptionGroupRow = Selectable<SubscriptionGroups>;

function groups(db: Db, grant: PageGrant) {
  return db.selectFrom("subscription_groups").selectAll().where("status_page_id", "=", grant.status_page_id);
}

export async function listSubscriptionGroupRows(db: Db, grant: PageGrant): Promise<SubscriptionGroupRow[]> {
  return groups(db, grant).orderBy("id").execute();
}

/** @throws {AppError} `not_found` */
export async function getSubscriptionGroupRow(db: Db, grant: PageGrant, id: number): Promise<SubscriptionGroupRow> {
  const row = await groups(db, grant).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function insertSubscriptionGroup(trx: Trx, grant: PageGrant, name: string): Promise<SubscriptionGroupRow> {
  return trx
    .insertInto("subscription_groups")
    .values({ status_page_id: grant.status_page_id, name })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws {AppError} `not_found` */
export async function updateSubscriptionGroupRow(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: { name?: string; updated_at: string },
): Promise<SubscriptionGroupRow> {
  const row = await trx
    .updateTable("subscription_groups")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} `not_found` */
export async function deleteSubscriptionGroupRow(trx: Trx, grant: PageGrant, id: number): Promise<SubscriptionGroupRow> {
  const row = await trx
    .deleteFrom("subscription_groups")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Those of the ids that are groups of the page; until the transaction ends none of them is deleted. */
export async function listKnownGroupIds(trx: Trx, grant: PageGrant, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await groups(trx, grant).where("id", "in", ids).forKeyShare().execute();
  return rows.map((row) => row.id);
}

/** The groups of each subscription, in the order of their ids. */
export async function listGroupsOf(db: Db, grant: PageGrant, subscriptionIds: number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(subscriptionIds.map((id) => [id, []]));
  if (subscriptionIds.length === 0) return found;
  const { rows } = await sql<{ subscription_id: number; subscription_group_id: number }>`
    select subscription_id, subscription_group_id from subscription_group_members
    where status_page_id = ${grant.status_page_id} and subscription_id = any(${subscriptionIds}::bigint[])
    order by place`.execute(db);
  for (const { subscription_id, subscription_group_id } of rows) found.get(subscription_id)?.push(subscription_group_id);
  return found;
}

export async function setGroupsOf(trx: Trx, grant: PageGrant, subscriptionId: number, groupIds: readonly number[]): Promise<void> {
  const page = grant.status_page_id;
  await sql`delete from subscription_group_members where status_page_id = ${page} and subscription_id = ${subscriptionId}`.execute(trx);
  await sql`
    insert into subscription_group_members (status_page_id, subscription_id, subscription_group_id, place)
    select ${page}, ${subscriptionId}, given.* from unnest(${groupIds}::bigint[]) with ordinality as given`.execute(trx);
}
