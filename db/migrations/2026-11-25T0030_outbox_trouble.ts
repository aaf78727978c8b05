import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- why the mail server took nothing at the last attempt, where that does not concern the recipient
    alter table outbox add column trouble text;
  `.execute(db);
}
