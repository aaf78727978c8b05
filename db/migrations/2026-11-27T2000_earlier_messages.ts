import { type Kysely, sql } from "kysely";

/**
 * Whom the ledger notified of a record before, and whom it told that the record no longer affects
 * their services.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications add column no_longer_affected boolean default false not null`.execute(
    db,
  );
  await sql`
    create index notifications_subject
      on notifications (status_page_id, subject, subscription_id, event_id)`.execute(db);
}
