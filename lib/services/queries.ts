import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";

/** The services visitors never see: private ones and everything below them. None for who may see private ones. */
export async function listHiddenServiceIds(db: Db, grant: PageGrant): Promise<number[]> {
  if (grant.sees_private) return [];
  const { rows } = await sql<{ id: number }>`
    with recursive hidden as (
      select id from services where status_page_id = ${grant.status_page_id} and private
      union
      select child.id from services child join hidden on child.parent_id = hidden.id where child.status_page_id = ${grant.status_page_id}
    )
    select id from hidden order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of the ids that are services of the page. */
export async function listKnownServiceIds(db: Db, grant: PageGrant, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("services")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => row.id);
}
