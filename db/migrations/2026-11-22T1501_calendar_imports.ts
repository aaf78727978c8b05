import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What came of the last import of a calendar. etag: of what was read last, for as long as
    -- read_at is recent; result: how many maintenances it made, changed and called off
    create table calendar_imports (
      status_page_id bigint not null,
      integration_id bigint not null,
      etag text,
      read_at timestamptz(0),
      asked_at timestamptz(0) not null,
      result jsonb,
      primary key (status_page_id, integration_id),
      foreign key (status_page_id, integration_id)
        references integrations (status_page_id, id) on delete cascade
    );

    -- The maintenance of each event of a calendar. key: of its UID and recurrence; written: what the
    -- import last wrote, which it may write over; incident_id null: an operator deleted it, or it
    -- was called off
    create table calendar_events (
      status_page_id bigint not null,
      integration_id bigint not null,
      key text not null,
      incident_id bigint,
      starts_at timestamptz(0) not null,
      written jsonb not null,
      primary key (status_page_id, integration_id, key),
      foreign key (status_page_id, integration_id)
        references integrations (status_page_id, id) on delete cascade,
      foreign key (status_page_id, incident_id)
        references incidents (status_page_id, id) on delete set null (incident_id)
    );
    create index on calendar_events (status_page_id, incident_id) where incident_id is not null;
  `.execute(db);
}
