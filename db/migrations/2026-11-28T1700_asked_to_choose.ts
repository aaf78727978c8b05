import { type Kysely, sql } from "kysely";

/** When a subscriber, all of whose services were deleted, was asked to choose others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions add column asked_to_choose_at timestamptz(0)`.execute(db);
}
