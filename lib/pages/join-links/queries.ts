import type { Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { JoinLinks } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

type JoinLinkRow = Selectable<JoinLinks>;

export async function findJoinLink(db: Db, grant: PageGrant): Promise<JoinLinkRow | undefined> {
  return db
    .selectFrom("join_links")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .executeTakeFirst();
}

type NewLink = Omit<JoinLinkRow, "status_page_id">;

/** Deleting the old link also deletes the requests made with it. */
export async function replaceJoinLink(trx: Trx, grant: PageGrant, values: NewLink): Promise<void> {
  await deleteJoinLink(trx, grant);
  const { status_page_id } = grant;
  await trx
    .insertInto("join_links")
    .values({ ...values, status_page_id })
    .execute();
}

/** @returns whether there was one */
export async function deleteJoinLink(trx: Trx, grant: PageGrant): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("join_links")
    .where("status_page_id", "=", grant.status_page_id)
    .returning("status_page_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

type NewRequest = { token_hash: Buffer; email: string; expires_at: string };

export async function insertJoinRequest(
  trx: Trx,
  { status_page_id }: PageGrant,
  values: NewRequest,
): Promise<void> {
  await trx
    .insertInto("join_requests")
    .values({ ...values, status_page_id })
    .execute();
}

type RequestKey = { token_hash: Buffer; now: string };

/** The address of an unexpired request. */
export async function findJoinRequest(
  db: Db,
  grant: PageGrant,
  { token_hash, now }: RequestKey,
): Promise<{ email: string } | undefined> {
  return db
    .selectFrom("join_requests")
    .select("email")
    .where("status_page_id", "=", grant.status_page_id)
    .where("token_hash", "=", token_hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** @returns false when another transaction was first */
export async function consumeJoinRequest(
  trx: Trx,
  grant: PageGrant,
  asked: RequestKey,
): Promise<boolean> {
  const taken = await trx
    .deleteFrom("join_requests")
    .where("status_page_id", "=", grant.status_page_id)
    .where("token_hash", "=", asked.token_hash)
    .where("expires_at", ">", asked.now)
    .returning("email")
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteExpiredRequests(db: Db, now: string): Promise<void> {
  await db.deleteFrom("join_requests").where("expires_at", "<=", now).execute();
}
