import { type Kysely, sql } from "kysely";

/**
 * What services were until they moved, were hidden or shown, or were deleted; and the incidents
 * that affected deleted ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table past_services (
      status_page_id bigint not null references status_pages on delete cascade,
      service_id bigint not null,
      until_at timestamptz(0) not null,
      -- whether it was deleted then
      deleted boolean not null,
      parent_id bigint,
      -- its ancestors, nearest first
      above bigint[] not null,
      private boolean not null,
      -- private, or below a private one
      hidden boolean not null,
      name text not null,
      translations jsonb not null,
      primary key (status_page_id, service_id, until_at)
    )`.execute(db);
  await sql`
    create table past_incident_services (
      status_page_id bigint not null,
      incident_id bigint not null,
      service_id bigint not null,
      primary key (status_page_id, incident_id, service_id),
      constraint past_incident_services_status_page_id_incident_id_fkey
        foreign key (status_page_id, incident_id)
        references incidents(status_page_id, id) on delete cascade
    )`.execute(db);
}
