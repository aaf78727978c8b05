import { type Kysely, sql } from "kysely";

/**
 * What a service suffered stays when it is deleted: its parent had it then. Days and corrections
 * belong to the page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table past_incident_impacts (
      status_page_id bigint not null,
      incident_id bigint not null,
      service_id bigint not null,
      type text not null,
      severity text not null,
      starts_at timestamptz(0) not null,
      ends_at timestamptz(0) not null,
      primary key (status_page_id, incident_id, service_id, starts_at),
      constraint past_incident_impacts_status_page_id_incident_id_fkey
        foreign key (status_page_id, incident_id)
        references incidents(status_page_id, id) on delete cascade
    )`.execute(db);
  await sql`
    create index past_incident_impacts_service
    on past_incident_impacts (status_page_id, service_id, starts_at)`.execute(db);
  await sql`alter table past_services add column inserted_at timestamptz(0)`.execute(db);
  for (const table of ["service_days", "day_corrections"])
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.ref(`${table}_status_page_id_service_id_fkey`)},
        add constraint ${sql.ref(`${table}_status_page_id_fkey`)} foreign key (status_page_id)
          references status_pages on delete cascade not valid`.execute(db);
}
