import { type Kysely, sql } from "kysely";

/** Takes what no partition covers, so that no request makes one (db/partitions.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table metric_entries_default (like metric_entries including all);
    alter table metric_entries attach partition metric_entries_default default;
  `.execute(db);
}
