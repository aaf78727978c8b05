import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index webhook_deliveries_page on webhook_deliveries (status_page_id, id);
  `.execute(db);
}
