import { sql } from "kysely";
import type { Db } from "#db/index.ts";

type State = {
  moving_at?: string | null;
  moved_to?: string | null;
  moved_id?: number | null;
  arriving_at?: string | null;
};

const HERE = { moving_at: null, moved_to: null, moved_id: null, arriving_at: null };

/** Sets the columns of a move, as the command does. */
export async function holdOrganization(db: Db, id: number, state: State): Promise<void> {
  const values = { ...HERE, ...state };
  await db.updateTable("organizations").set(values).where("id", "=", id).execute();
}

/** The hash of all rows of an organization, by table. */
export async function rowsOf(db: Db, id: number): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string; by: string }>`
    select c.relname as name,
      coalesce(min(a.attname) filter (where a.attname = 'status_page_id'), 'organization_id') as by
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attname in ('status_page_id', 'organization_id')
      and c.relname <> 'edge_purges'
    group by c.relname order by c.relname`.execute(db);
  const pages = sql`(select id from status_pages where organization_id = ${id})`;
  const hashes = new Map<string, string>();
  for (const { name, by } of tables) {
    const own = by === "organization_id" ? sql`(${id}::bigint)` : pages;
    const { rows } = await sql<{ hash: string | null }>`
      select md5(string_agg(t::text, ' ' order by t::text)) as hash from ${sql.table(name)} as t
      where ${sql.ref(by)} in ${own}`.execute(db);
    hashes.set(name, rows[0]?.hash ?? "");
  }
  return hashes;
}

/** The names of tables whose rows differ. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
}
