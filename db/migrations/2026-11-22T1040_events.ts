import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What happened, once, whoever hears of it (lib/core/events). Partitions come and go with time
    -- (db/partitions.ts). No foreign key: each new partition would lock all pages to have one.
    -- subject: the record that it happened to, like incident:42; update_id: the update that was
    -- posted, if any; payload: what listeners are told, as it was true then; due_at: nobody is told
    -- before; began_at: from then on it cannot be withdrawn
    create sequence event_ids;
    create table events (
      id bigint not null default nextval('event_ids'),
      status_page_id bigint not null,
      event text not null,
      subject text not null,
      update_id bigint,
      message_id text not null,
      payload text not null,
      bytes integer not null,
      inserted_at timestamptz(0) not null,
      due_at timestamptz(0) not null,
      withdrawn_at timestamptz(0),
      began_at timestamptz(0),
      dispatched_at timestamptz(0),
      primary key (id, inserted_at)
    ) partition by range (inserted_at);
    create table events_default partition of events default;
    create index events_subject on events (status_page_id, subject, id);
    create index events_due on events (due_at)
      where dispatched_at is null and withdrawn_at is null;

    create function delete_events() returns trigger language plpgsql as $$
    begin
      delete from events where status_page_id = old.id;
      return null;
    end $$;
    create trigger status_pages_events after delete on status_pages
      for each row execute function delete_events();

    -- A delivery of an event is sent what the event tells; one that somebody asked for, and any
    -- older one, has a body of its own.
    alter table webhook_deliveries
      alter column body drop not null,
      add column event_id bigint,
      add constraint body_or_event check ((body is null) = (event_id is not null)) not valid;
    create unique index webhook_deliveries_event
      on webhook_deliveries (status_page_id, webhook_id, event_id) where event_id is not null;
  `.execute(db);
}
