import { type Kysely, sql } from "kysely";

/**
 * Two spellings of one address get one key, which the program derives
 * (lib/subscribers/normalize-addresses.ts): addresses are encrypted, and the key is no matter of
 * the database. Until then, rows go by their spelling.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column address_key text`.execute(db);
}
