import { sql } from "kysely";
import type { Db } from "#db/index.ts";

// Written by reading: when a key was last used. Written by the worker: how far a custom domain is
// that an earlier test asked for.
const COLUMNS_LEFT_OUT: Record<string, string[]> = {
  api_keys: ["last_used_at"],
  domains: [
    ...["driver", "state", "trouble", "report", "reported_at", "proven_at", "attempts"],
    ...["due_at", "claimed_by", "claimed_until"],
  ],
};

/** A fingerprint of every table: two are equal when nothing was written between them. */
export async function digest(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'
    order by 1`.execute(db);
  const entries = await Promise.all(
    tables.map(async ({ name }) => {
      const left_out = COLUMNS_LEFT_OUT[name] ?? [];
      const { rows } = await sql<{ hash: string | null }>`
        select md5(string_agg((to_jsonb(t) - ${left_out}::text[])::text, '' order by to_jsonb(t)::text)) as hash from ${sql.table(name)} as t`.execute(
        db,
      );
      return [name, rows[0]?.hash ?? ""] as const;
    }),
  );
  return Object.fromEntries(entries);
}
