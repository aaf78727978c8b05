import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- news_update_ids: the updates that subscribers are told of with this event; null: they are told
    -- nothing. news_planned_at: all who hear of it stand in notifications; news_done_at: none of
    -- them waits any more
    alter table events
      add column news_update_ids bigint[],
      add column news_planned_at timestamptz(0),
      add column news_done_at timestamptz(0);
    create index events_news on events (status_page_id, id)
      where news_planned_at is not null and news_done_at is null;

    -- quarantined_until: nothing is sent to the address before; null: it may be written to.
    -- requested_by: the user who asked for it, who may lose the right to see the page
    alter table subscriptions
      add column quarantined_until timestamptz(0),
      add column quarantined_at timestamptz(0),
      add column quarantine_reason text,
      add column requested_by bigint;
  `.execute(db);
}
