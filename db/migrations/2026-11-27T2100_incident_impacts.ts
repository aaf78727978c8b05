import { type Kysely, sql } from "kysely";

/** The course of an incident: which service suffered how much from when to when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incident_impacts (
      status_page_id bigint not null,
      incident_id bigint not null,
      service_id bigint not null,
      type text not null,
      -- the base severity of the type
      severity text not null,
      starts_at timestamptz(0) not null,
      ends_at timestamptz(0),
      primary key (status_page_id, incident_id, service_id, starts_at),
      constraint incident_impacts_check check (ends_at > starts_at),
      constraint incident_impacts_severity_check
        check (severity = any (array['major', 'minor', 'scheduled'])),
      constraint incident_impacts_status_page_id_incident_id_fkey
        foreign key (status_page_id, incident_id)
        references incidents(status_page_id, id) on delete cascade,
      constraint incident_impacts_status_page_id_service_id_fkey
        foreign key (status_page_id, service_id)
        references services(status_page_id, id) on delete cascade
    )`.execute(db);
  await sql`
    create index incident_impacts_service
    on incident_impacts (status_page_id, service_id, starts_at)`.execute(db);
  await sql`alter table incidents add column reopened_at timestamptz(0)`.execute(db);
  await sql`alter table incident_updates add column service_ids bigint[]`.execute(db);
}
