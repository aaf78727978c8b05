import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionImports } from "#db/types.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { openAddress } from "#lib/subscribers/addresses.ts";
import { ADDRESS, type SubscriptionRow } from "#lib/subscribers/queries.ts";

export type ImportRow = Selectable<SubscriptionImports>;

export const {
  get: getImport,
  lock: lockImport,
  insert: insertImport,
  update: updateImport,
  remove: deleteImport,
} = pageRows("subscription_imports");

export async function listImports(db: Db, grant: PageGrant, limit: number): Promise<ImportRow[]> {
  return db
    .selectFrom("subscription_imports")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("state", "<>", "uploading")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function insertPiece(
  trx: Trx,
  grant: PageGrant,
  piece: { subscription_import_id: number; place: number; body: Buffer },
): Promise<void> {
  await trx
    .insertInto("subscription_import_pieces")
    .values({ ...piece, status_page_id: grant.status_page_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @param place position in the file, from 0 */
export async function findPiece(
  db: Db,
  grant: PageGrant,
  importId: number,
  place: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("subscription_import_pieces")
    .select("body")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subscription_import_id", "=", importId)
    .where("place", "=", place)
    .executeTakeFirst();
  return row?.body;
}

export async function deletePieces(trx: Trx, grant: PageGrant, importId: number): Promise<void> {
  await trx
    .deleteFrom("subscription_import_pieces")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subscription_import_id", "=", importId)
    .execute();
}

/** @returns imports without progress since then */
export async function listStalled(
  db: Db,
  _grant: ProgramGrant,
  since: string,
): Promise<{ id: number; status_page_id: number }[]> {
  return db
    .selectFrom("subscription_imports")
    .select(["id", "status_page_id"])
    .where("state", "in", ["checking", "importing"])
    .where("worked_at", "<", since)
    .where(isAtHome("status_page_id"))
    .execute();
}

export async function deleteOldImports(db: Db, before: string): Promise<void> {
  await db.deleteFrom("subscription_imports").where("updated_at", "<", before).execute();
}

/** Reads existing subscriptions by the keys of their addresses, twins first, locked if asked. */
export async function listByAddresses(
  db: Db,
  grant: PageGrant,
  type: SubscriptionType,
  keys: readonly string[],
  isLocked: boolean,
): Promise<(SubscriptionRow & { key: string })[]> {
  const { rows } = await sql<SubscriptionRow & { key: string }>`
    select *, ${ADDRESS} as key from subscriptions
    where status_page_id = ${grant.status_page_id} and type = ${type}
      and ${ADDRESS} = any(${keys}::text[])
    order by address_twin desc, id ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows.map(openAddress);
}
