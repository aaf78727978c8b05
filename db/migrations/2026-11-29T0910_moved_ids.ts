import { type Kysely, sql } from "kysely";

/** moved_id: the organization's id where it has moved to, for calls that name it by its id here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column moved_id bigint`.execute(db);
}
