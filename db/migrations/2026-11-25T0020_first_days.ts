import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the first day of a service, in one look-up
    create index service_days_service on service_days (status_page_id, service_id, day);
  `.execute(db);
}
