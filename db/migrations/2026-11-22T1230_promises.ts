import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- when the team promises to say more; an incident's is that of its newest update
    alter table incident_updates add column next_update_at timestamptz(0);
    alter table incidents add column next_update_at timestamptz(0);
  `.execute(db);
}
