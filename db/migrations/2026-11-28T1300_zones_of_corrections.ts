import { type Kysely, sql } from "kysely";

/** The zone in which a day was corrected: a page may get another, the hours stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table day_corrections add column time_zone text`.execute(db);
}
