import type { Insertable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionLinks } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import type { LinkPurpose } from "#lib/auth/queries.ts";

type NewLink = Omit<Insertable<SubscriptionLinks>, "status_page_id">;

export async function insertLink(trx: Trx, grant: PageGrant, values: NewLink): Promise<void> {
  await trx
    .insertInto("subscription_links")
    .values({ ...values, status_page_id: grant.status_page_id })
    .execute();
}

/** The sealed token of the link to manage a subscription. */
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

/** Ends every link of a subscription, or those for one purpose. */
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
