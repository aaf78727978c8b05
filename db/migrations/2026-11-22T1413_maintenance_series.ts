import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- fields: what the next maintenance says and affects; next_at: the first one not created yet
    create table maintenance_series (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      rule text not null,
      time_zone text not null,
      starts_at timestamptz(0) not null,
      duration_seconds integer not null,
      fields jsonb not null,
      next_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );
    create index on maintenance_series (next_at, id) where next_at is not null;

    -- what was created stays noted when it is deleted, so that it is not created again
    create table maintenance_occurrences (
      status_page_id bigint not null,
      series_id bigint not null,
      occurs_at timestamptz(0) not null,
      incident_id bigint,
      primary key (status_page_id, series_id, occurs_at),
      unique (status_page_id, incident_id),
      foreign key (status_page_id, series_id)
        references maintenance_series (status_page_id, id) on delete cascade,
      foreign key (status_page_id, incident_id)
        references incidents (status_page_id, id) on delete set null (incident_id)
    );
  `.execute(db);
}
