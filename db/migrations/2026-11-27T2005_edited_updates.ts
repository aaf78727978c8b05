import { type Kysely, sql } from "kysely";

/** When the text of an update was last changed. `updated_at` also follows everything else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["incident_updates", "info_notice_updates"])
    await sql`alter table ${sql.table(table)} add column edited_at timestamptz(0)`.execute(db);
}
