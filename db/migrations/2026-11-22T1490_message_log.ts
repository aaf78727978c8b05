import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- quarantine_kind: dead: nothing arrives at the address; unwanted: they said that they want no
    -- more. resent_at: when somebody last had it sent again
    alter table subscriptions
      add column quarantine_kind text check (quarantine_kind in ('dead', 'unwanted'));
    update subscriptions set quarantine_kind = 'dead' where quarantined_until is not null;
    create index subscriptions_quarantine on subscriptions (status_page_id, quarantined_at, id)
      where quarantined_until is not null;
    alter table notifications add column resent_at timestamptz(0);

    -- The log reads each state and channel from its newest row on: whatever it is narrowed to, it
    -- looks at no row that it does not show.
    drop index notifications_page;
    create index notifications_log
      on notifications (status_page_id, state, channel, inserted_at, event_id, id);
    drop index webhook_deliveries_page;
    create index webhook_deliveries_log
      on webhook_deliveries (status_page_id, state, inserted_at, id);
  `.execute(db);
}
