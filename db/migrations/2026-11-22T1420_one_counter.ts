import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Attempts to sign in are counted in throttles. Counts so far are forgotten: they are minutes old.
  await sql`drop table sign_in_counts`.execute(db);
}
