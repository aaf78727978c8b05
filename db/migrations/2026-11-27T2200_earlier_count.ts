import { type Kysely, sql } from "kysely";

/** A series that changed in its midst still ends after its COUNT, which includes earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table maintenance_series add column earlier_count integer default 0 not null`.execute(
    db,
  );
}
