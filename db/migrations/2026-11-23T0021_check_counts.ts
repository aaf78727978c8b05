import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a process checked within the last minute, and how much of it failed
    alter table check_runners
      add column checked integer not null default 0,
      add column failed integer not null default 0;
  `.execute(db);
}
