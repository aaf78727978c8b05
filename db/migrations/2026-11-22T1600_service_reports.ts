import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The last calls and mails about a service, understood or not (lib/monitoring/reports). kind: by
    -- whose rules a call was read; reason: why it was not understood, a code, and detail its figures;
    -- content: its beginning, without secrets
    create table service_reports (
      id bigint generated always as identity,
      status_page_id bigint not null,
      service_id bigint not null,
      received_at timestamptz(0) not null,
      source text not null check (source in ('mail', 'webhook', 'heartbeat')),
      kind text,
      understood text check (understood in ('up', 'down', 'certificate', 'test')),
      reason text,
      detail text,
      content text not null,
      primary key (status_page_id, id),
      foreign key (status_page_id, service_id) references services (status_page_id, id)
        on delete cascade
    );
    create index service_reports_service on service_reports (status_page_id, service_id, id);

    -- beat_due_at: silence until then means down; null: nothing is waited for
    alter table service_monitors
      add column last_beat_at timestamptz(0),
      add column beat_due_at timestamptz(0);
    create index service_monitors_beat_due on service_monitors (beat_due_at)
      where beat_due_at is not null;

    -- One row: since when heartbeats could be taken without a break, and until when
    create table beat_taking (
      only_one boolean primary key default true check (only_one),
      since timestamptz(0) not null,
      seen_at timestamptz(0) not null
    );
  `.execute(db);
}
