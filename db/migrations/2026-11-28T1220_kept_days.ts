import { type Kysely, sql } from "kysely";

/** Apart from the change itself: validating reads whole tables, under a weaker lock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["service_days", "day_corrections"])
    await sql`
      alter table ${sql.table(table)}
        validate constraint ${sql.ref(`${table}_status_page_id_fkey`)}`.execute(db);
}
