import { type Kysely, sql } from "kysely";

/** The form of what a subscribed webhook gets; other kinds have only the standard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column format text not null default 'standard'`.execute(
    db,
  );
  // Rows of before have the default: checking them would hold a lock for as long.
  await sql`
    alter table subscriptions add constraint subscriptions_format_check
      check (format = any (array['standard', 'statuspage'])) not valid`.execute(db);
}
