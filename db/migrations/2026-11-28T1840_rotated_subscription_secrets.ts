import { type Kysely, sql } from "kysely";

/** Secrets of webhooks that were rotated and still sign, as in `webhooks`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
    add column earlier_secrets jsonb default '[]'::jsonb not null`.execute(db);
}
