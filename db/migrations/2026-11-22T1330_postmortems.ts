import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Markdown; visitors read it once the incident is over
    alter table incidents add column postmortem text;
  `.execute(db);
}
