import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageShownAt } from "#lib/core/addresses/queries.ts";

type Reader = { user_id: number; status_page_id: number };

export async function findFeedReader(
  db: Db,
  subdomain: string,
  tokenHash: Buffer,
): Promise<Reader | undefined> {
  const row = await db
    .selectFrom("feed_tokens as t")
    .innerJoin("memberships as m", "m.id", "t.membership_id")
    .select(["m.user_id", "t.status_page_id"])
    .where("t.token_hash", "=", tokenHash)
    .where("t.status_page_id", "=", pageShownAt(subdomain))
    .where("m.user_id", "is not", null)
    .executeTakeFirst();
  return row as Reader | undefined;
}

/** The page's own membership wins over the organization's. */
function membershipOf(db: Db, grant: PageGrant, userId: number) {
  return db
    .selectFrom("memberships")
    .select("id")
    .where("organization_id", "=", grant.organization_id)
    .where("user_id", "=", userId)
    .where((eb) =>
      eb.or([eb("status_page_id", "is", null), eb("status_page_id", "=", grant.status_page_id)]),
    )
    .orderBy("status_page_id", (order) => order.asc().nullsLast())
    .limit(1);
}

export async function findFeedTokenTime(
  db: Db,
  grant: PageGrant,
  userId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("feed_tokens")
    .select("inserted_at")
    .where("status_page_id", "=", grant.status_page_id)
    .where("membership_id", "=", membershipOf(db, grant, userId))
    .executeTakeFirst();
  return row?.inserted_at;
}

/** @returns the membership it belongs to */
export async function putFeedToken(
  trx: Trx,
  grant: PageGrant,
  userId: number,
  values: { token_hash: Buffer; inserted_at: string },
): Promise<number | undefined> {
  const { token_hash, inserted_at } = values;
  const row = await trx
    .insertInto("feed_tokens")
    .columns(["status_page_id", "membership_id", "token_hash", "inserted_at"])
    .expression(
      membershipOf(trx, grant, userId)
        .clearSelect()
        .select([
          sql<number>`${grant.status_page_id}::bigint`.as("status_page_id"),
          "id as membership_id",
          sql<Buffer>`${token_hash}::bytea`.as("token_hash"),
          sql<string>`${inserted_at}::timestamptz`.as("inserted_at"),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "membership_id"]).doUpdateSet(({ ref }) => ({
        token_hash: ref("excluded.token_hash"),
        inserted_at: ref("excluded.inserted_at"),
      })),
    )
    .returning("membership_id")
    .executeTakeFirst();
  return row?.membership_id;
}

/** @returns the membership it belonged to */
export async function deleteFeedToken(
  trx: Trx,
  grant: PageGrant,
  userId: number,
): Promise<number | undefined> {
  const row = await trx
    .deleteFrom("feed_tokens")
    .where("status_page_id", "=", grant.status_page_id)
    .where("membership_id", "=", membershipOf(trx, grant, userId))
    .returning("membership_id")
    .executeTakeFirst();
  return row?.membership_id;
}
