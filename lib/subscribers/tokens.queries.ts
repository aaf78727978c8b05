import { type Insertable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionLinks } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { LinkPurpose } from "#lib/core/access/tokens.queries.ts";
import { ADDRESS } from "#lib/subscribers/queries.ts";

type NewLink = Omit<Insertable<SubscriptionLinks>, "status_page_id">;

export async function insertLink(trx: Trx, grant: PageGrant, values: NewLink): Promise<void> {
  await trx
    .insertInto("subscription_links")
    .values({ ...values, status_page_id: grant.status_page_id })
    .execute();
}

export async function findManageLink(
  db: Db,
  grant: PageGrant,
  subscriptionId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("subscription_links")
    .select("token_sealed")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subscription_id", "=", subscriptionId)
    .where("purpose", "=", "manage")
    .executeTakeFirst();
  return row?.token_sealed ?? undefined;
}

export async function deleteLinks(
  trx: Trx,
  grant: PageGrant,
  subscriptionId: number,
  purpose?: LinkPurpose,
): Promise<void> {
  const links = trx
    .deleteFrom("subscription_links")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subscription_id", "=", subscriptionId);
  await (purpose ? links.where("purpose", "=", purpose) : links).execute();
}

export async function deleteExpiredLinks(db: Db, now: string): Promise<void> {
  await db.deleteFrom("subscription_links").where("expires_at", "<=", now).execute();
}

export async function insertReplaced(trx: Trx, grant: PageGrant, hash: Buffer): Promise<void> {
  await trx
    .insertInto("replaced_links")
    .values({ status_page_id: grant.status_page_id, token_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists those that no further link may have: replaced, or of another subscription. */
export async function listUsed(
  db: Db,
  grant: PageGrant,
  hashes: readonly Buffer[],
): Promise<Buffer[]> {
  const among = (table: "replaced_links" | "subscription_links") =>
    db
      .selectFrom(table)
      .select("token_hash")
      .where("status_page_id", "=", grant.status_page_id)
      .where(sql<boolean>`token_hash = any(${hashes}::bytea[])`);
  const rows = await among("replaced_links").unionAll(among("subscription_links")).execute();
  return rows.map(({ token_hash }) => token_hash);
}

export async function listManageLinks(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("subscription_links")
    .select(["subscription_id", "token_sealed"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("purpose", "=", "manage")
    .where(sql<boolean>`subscription_id = any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.subscription_id, row.token_sealed ?? ""]));
}

export async function listAddresses(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("subscriptions")
    .select([
      "id",
      sql<string>`concat_ws(' ', type, ${ADDRESS}, nullif(address_twin, 0))`.as("address"),
    ])
    .where("status_page_id", "=", grant.status_page_id)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, address }) => [id, address]));
}

type ManageLink = { subscription_id: number; token_hash: Buffer; token_sealed: string };

/**
 * Inserts manage links for existing subscriptions without one.
 * @param lost sealed tokens that the present APP_SECRET cannot open; their links are replaced
 */
export async function insertManageLinks(
  db: Db,
  grant: PageGrant,
  links: readonly ManageLink[],
  lost: readonly string[],
): Promise<void> {
  await sql`
    insert into subscription_links (status_page_id, subscription_id, purpose, token_hash, token_sealed)
    select status_page_id, id, 'manage', token_hash, token_sealed
    from subscriptions join unnest(${links.map((link) => link.subscription_id)}::bigint[],
      ${links.map((link) => link.token_hash)}::bytea[],
      ${links.map((link) => link.token_sealed)}::text[])
      as link (subscription_id, token_hash, token_sealed) on link.subscription_id = id
    where status_page_id = ${grant.status_page_id}
    for key share of subscriptions
    on conflict (status_page_id, subscription_id) where purpose = 'manage'
      do update set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed
      where subscription_links.token_sealed = any(${lost}::text[])`.execute(db);
}
