import { type Kysely, sql } from "kysely";

/** Reports to a page's address may name no service of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_reports alter column service_id drop not null`.execute(db);
}
