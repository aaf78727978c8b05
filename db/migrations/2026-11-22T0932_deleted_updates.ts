import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Updates that were deleted, whole, until nobody can restore them any more. In a table of their
    -- own, so that nothing which reads updates has to leave them out.
    create table deleted_updates (
      status_page_id bigint not null,
      incident_id bigint not null,
      id bigint not null,
      kept jsonb not null,
      deleted_at timestamptz(0) not null,
      primary key (status_page_id, incident_id, id),
      foreign key (status_page_id, incident_id)
        references incidents (status_page_id, id) on delete cascade
    );
  `.execute(db);
}
