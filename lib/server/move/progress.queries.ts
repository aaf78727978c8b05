import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { Side } from "#lib/server/move/queries.ts";

/** Ids from the sequence, in the order of `ids`. */
export async function insertNewIds(
  trx: Trx,
  { organization_id, name }: { organization_id: number; name: string },
  ids: readonly number[],
  sequence: string,
): Promise<void> {
  await sql`
    insert into move_ids (organization_id, name, source_id, target_id)
    select ${organization_id}, ${name}, source_id, nextval(${sequence}::regclass)
    from (select source_id from unnest(${ids}::bigint[]) with ordinality as u (source_id, n)
      order by n) as given`.execute(trx);
}

export async function insertKnownIds(
  trx: Trx,
  { organization_id, name }: { organization_id: number; name: string },
  ids: readonly (readonly [number, number])[],
): Promise<void> {
  await sql`
    insert into move_ids (organization_id, name, source_id, target_id)
    select ${organization_id}, ${name}, * from unnest(
      ${ids.map(([source]) => source)}::bigint[], ${ids.map(([, target]) => target)}::bigint[])
  `.execute(trx);
}

export async function listMoveIds({ db }: Side, organization_id: number) {
  const rows = await db
    .selectFrom("move_ids")
    .select(["name", "source_id", "target_id"])
    .where("organization_id", "=", organization_id)
    .execute();
  const names = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    Array.from(names, ([name, ids]) => [
      name,
      new Map(ids.map(({ source_id, target_id }) => [source_id, target_id])),
    ]),
  );
}

/** How far the copy of a table is. */
export type Progress = {
  name: string;
  ids: string;
  is_done: boolean;
  count: number;
  digest: string;
  last_key: string[] | null;
};

export async function listProgress({ db }: Side, organization_id: number): Promise<Progress[]> {
  return db
    .selectFrom("move_tables")
    .select(["name", "ids", "is_done", "count", "digest", "last_key"])
    .where("organization_id", "=", organization_id)
    .execute();
}

export async function insertProgress(
  trx: Trx,
  organization_id: number,
  { name, ids }: { name: string; ids: string },
): Promise<void> {
  const none = { is_done: false, count: 0, digest: "0" };
  await trx
    .insertInto("move_tables")
    .values({ organization_id, name, ids, ...none })
    .execute();
}

export async function updateProgress(
  trx: Trx,
  organization_id: number,
  { name, is_done, count, digest, last_key }: Progress,
): Promise<void> {
  await trx
    .updateTable("move_tables")
    .set({ is_done, count, digest, last_key })
    .where("organization_id", "=", organization_id)
    .where("name", "=", name)
    .execute();
}
