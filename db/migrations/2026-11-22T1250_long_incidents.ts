import { type Kysely, sql } from "kysely";

/** What lasts longer than a month, so that a month's incidents are found without reading all before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index incidents_long on incidents (status_page_id, starts_at desc, id desc)
      where ends_at is null or ends_at - starts_at > interval '31 days'`.execute(db);
}
