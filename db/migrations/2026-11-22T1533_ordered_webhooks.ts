import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column ordered boolean not null default false`.execute(db);
}
