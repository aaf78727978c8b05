import { type Kysely, sql } from "kysely";

/** How often the page's address for alerts was replaced: its token is derived from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table status_pages add column alert_address_version integer default 0 not null`.execute(
    db,
  );
}
