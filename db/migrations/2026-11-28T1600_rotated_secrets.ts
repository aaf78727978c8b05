import { type Kysely, sql } from "kysely";

/** Secrets that were rotated and still sign, beside the new one: `{sealed, until}`, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks add column earlier_secrets jsonb default '[]'::jsonb not null`.execute(db);
}
