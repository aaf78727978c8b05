import { type Kysely, sql } from "kysely";

/** Rows from before are taken as entered in the zone that their page has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update day_corrections as said set time_zone = page.time_zone
    from status_pages as page where page.id = said.status_page_id`.execute(db);
  await sql`alter table day_corrections alter column time_zone set not null`.execute(db);
}
