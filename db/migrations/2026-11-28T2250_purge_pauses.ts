import { type Kysely, sql } from "kysely";

/** `paused_until`: after a failure the CDN hears of nothing for a while, of new changes neither. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table edge_purging add column paused_until timestamptz`.execute(db);
  await sql`create index edge_purges_due_at on edge_purges (due_at)`.execute(db);
}
