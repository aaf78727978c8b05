import type { Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { AccessGroups } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";

export type AccessGroupRow = Selectable<AccessGroups>;

export async function listAccessGroupRows(db: Db, grant: PageGrant): Promise<AccessGroupRow[]> {
  return db.selectFrom("access_groups").selectAll().where("status_page_id", "=", grant.status_page_id).orderBy("id").execute();
}

/** @throws {AppError} `not_found` */
export async function getAccessGroupRow(db: Db, grant: PageGrant, id: number): Promise<AccessGroupRow> {
  const row = await db
    .selectFrom("access_groups")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function insertAccessGroup(trx: Trx, grant: PageGrant, name: string): Promise<AccessGroupRow> {
  return trx.insertInto("access_groups").values({ name, status_page_id: grant.status_page_id }).returningAll().executeTakeFirstOrThrow();
}

export async function updateAccessGroupRow(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: { name?: string; updated_at: string },
): Promise<AccessGroupRow> {
  return trx
    .updateTable("access_groups")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAccessGroupRow(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await trx.deleteFrom("access_groups").where("status_page_id", "=", grant.status_page_id).where("id", "=", id).execute();
}
