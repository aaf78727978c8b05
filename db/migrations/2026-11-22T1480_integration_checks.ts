import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- checked_at: when somebody last sent a test, or something failed by its fault; last_error: why
    -- that failed, null: it did not
    alter table integrations
      add column checked_at timestamptz(0),
      add column last_error text;
  `.execute(db);
}
