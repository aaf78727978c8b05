import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- whether it was down when monitoring was switched off: nobody knows that it is up
    alter table outage_services add column is_left boolean not null default false;
  `.execute(db);
}
