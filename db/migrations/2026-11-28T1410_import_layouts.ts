import { type Kysely, sql } from "kysely";

/** How a file of subscribers is read, and what its first rows become. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscription_imports add column layout jsonb,
      add column preview jsonb default '[]'::jsonb not null`.execute(db);
}
