import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- every_update, living_message; null: as its kind has it (lib/subscribers/style.ts)
    alter table subscriptions add column style text
      check (style in ('every_update', 'living_message'));
  `.execute(db);
}
