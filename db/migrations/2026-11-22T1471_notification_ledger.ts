import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who hears of which event, and what came of it (lib/notifications); inserted_at: when the event
    -- happened, so that a second row for the same event and subscription cannot be. No foreign keys:
    -- each new partition would lock what they name. attempts: how often it was claimed, so of what
    -- was sent twice it is two or more; due_at: not before then; claimed_until: until then nobody
    -- else sends it; reason: why it was not handed over; answer: what the provider said
    create sequence notification_ids;
    create table notifications (
      id bigint not null default nextval('notification_ids'),
      status_page_id bigint not null,
      event_id bigint not null,
      subscription_id bigint not null,
      subject text not null,
      channel text not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'handed_over', 'quarantined', 'withdrawn')),
      attempts integer not null default 0,
      due_at timestamptz(0),
      claimed_until timestamptz(0),
      settled_at timestamptz(0),
      provider_id text,
      reason text,
      answer text,
      inserted_at timestamptz(0) not null,
      primary key (status_page_id, event_id, subscription_id, inserted_at),
      check ((state = 'waiting') = (due_at is not null))
    ) partition by range (inserted_at);
    create table notifications_default partition of notifications default;
    create index notifications_due
      on notifications (status_page_id, channel, due_at, event_id, subscription_id)
      where state = 'waiting';
    create index notifications_page on notifications (status_page_id, id);

    create function delete_notifications() returns trigger language plpgsql as $$
    begin
      delete from notifications where status_page_id = old.id;
      return null;
    end $$;
    create trigger status_pages_notifications after delete on status_pages
      for each row execute function delete_notifications();

    create index subscriptions_url on subscriptions (status_page_id, md5(webhook_url))
      where webhook_url is not null;
  `.execute(db);
}
