import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The list of the API is in the order of ids, whatever the state.
    create index webhook_deliveries_page on webhook_deliveries (status_page_id, id);
  `.execute(db);
}
