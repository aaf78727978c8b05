import { type Kysely, sql } from "kysely";

/** When a successor of the key was made; null: it has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column renewed_at timestamptz(0)`.execute(db);
}
