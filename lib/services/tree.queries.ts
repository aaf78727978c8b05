import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { ServiceRow } from "#lib/services/queries.ts";

/** A service and all its descendants; empty: it does not exist. */
export async function listBranchIds(
  db: Db,
  grant: PageGrant,
  serviceId: number,
): Promise<number[]> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ id: number }>`
    with recursive branch as (
      select id from services where status_page_id = ${page} and id = ${serviceId}
      union
      select s.id from branch join services as s on s.status_page_id = ${page}
        and s.parent_id = branch.id
    ) select id from branch`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a service is `ancestorId` or below it. */
export async function isWithin(
  trx: Trx,
  grant: PageGrant,
  serviceId: number,
  ancestorId: number,
): Promise<boolean> {
  const page = grant.status_page_id;
  const { rows } = await sql`
    with recursive above as (
      select id, parent_id from services where status_page_id = ${page} and id = ${serviceId}
      union
      select s.id, s.parent_id from above join services as s on s.status_page_id = ${page}
        and s.id = above.parent_id
    ) select from above where id = ${ancestorId}`.execute(trx);
  return rows.length > 0;
}

/** Levels of the longest path through both (null: a new service); at most twice `most`. */
export async function levelsBelow(
  trx: Trx,
  grant: PageGrant,
  parentId: number,
  serviceId: number | null,
  most: number,
): Promise<number> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ levels: number }>`
    with recursive above as (
      select parent_id, 1 as level from services where status_page_id = ${page} and id = ${parentId}
      union all
      select s.parent_id, level + 1 from above join services as s on s.status_page_id = ${page}
        and s.id = above.parent_id
      where level < ${most}
    ), below as (
      select id, 1 as level from services where status_page_id = ${page} and id = ${serviceId}
      union all
      select s.id, level + 1 from below join services as s on s.status_page_id = ${page}
        and s.parent_id = below.id where level < ${most}
    ) select (select max(level) from above) + coalesce((select max(level)
      from below), 1) as levels`.execute(trx);
  return rows[0]?.levels ?? 0;
}

export async function nextOrder(trx: Trx, grant: PageGrant): Promise<number> {
  const { last } = await trx
    .selectFrom("services")
    .select(({ fn }) => fn.max("order").as("last"))
    .where("status_page_id", "=", grant.status_page_id)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Children of a private service were hidden, so they become private. */
export async function promoteChildren(
  trx: Trx,
  grant: PageGrant,
  service: ServiceRow,
  updated_at: string,
): Promise<void> {
  await trx
    .updateTable("services")
    .set({ parent_id: service.parent_id, updated_at, ...(service.private && { private: true }) })
    .where("status_page_id", "=", grant.status_page_id)
    .where("parent_id", "=", service.id)
    .execute();
}

/** In display order. */
export async function listSiblings(
  trx: Trx,
  grant: PageGrant,
  parentId: number | null,
): Promise<{ id: number; order: number }[]> {
  return trx
    .selectFrom("services")
    .select(["id", "order"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("parent_id", parentId === null ? "is" : "=", parentId)
    .orderBy("order")
    .orderBy("id")
    .execute();
}
