import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- a draft is there for its members alone; everybody else is told that there is no such page
    alter table status_pages add column draft boolean not null default false;
  `.execute(db);
}
