import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table info_notice_updates add column social_post boolean not null default false`.execute(db);
}
