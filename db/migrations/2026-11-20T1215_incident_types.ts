import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incident_types (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      key text not null check (key not in ('major', 'minor', 'scheduled')),
      name text not null,
      color text,
      base_severity text not null check (base_severity in ('major', 'minor', 'scheduled')),
      "order" integer not null,
      translations jsonb not null default '{}',
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, key)
    );
    create index incident_types_order on incident_types (status_page_id, "order", id);

    create table incident_templates (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      name text not null,
      title text not null,
      description text not null default '',
      incident_types text[] not null default '{}',
      translations jsonb not null default '{}',
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );

    create table incident_template_services (
      status_page_id bigint not null,
      incident_template_id bigint not null,
      service_id bigint not null,
      place integer not null default 0,
      primary key (status_page_id, incident_template_id, service_id),
      foreign key (status_page_id, incident_template_id) references incident_templates (status_page_id, id) on delete cascade,
      foreign key (status_page_id, service_id) references services (status_page_id, id) on delete cascade
    );
    create index incident_template_services_service on incident_template_services (status_page_id, service_id);
  `.execute(db);
}
