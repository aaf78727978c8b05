import { type Kysely, sql } from "kysely";

/** Links to a new address that were made until then do not work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column address_stopped_at timestamptz(0)`.execute(db);
}
