import { type Kysely, sql } from "kysely";

/** Alerts that a group no longer lists may be silenced, so groups end nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_alerts drop column group_key`.execute(db);
}
