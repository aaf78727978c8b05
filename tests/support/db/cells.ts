import { sql } from "kysely";
import type { Db } from "#db/index.ts";

/** Everything that lies in the database, jobs included, as one text. */
export async function everyCell(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  const dumps = tables.map(({ schema, name }) =>
    sql<{
      text: string | null;
    }>`select string_agg(t::text, '') as text from ${sql.table(`${schema}.${name}`)} as t`.execute(
      db,
    ),
  );
  return (await Promise.all(dumps)).map(({ rows }) => rows[0]?.text ?? "").join("\n");
}
