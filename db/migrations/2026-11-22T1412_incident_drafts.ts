import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- apart from incidents: whatever reads those cannot show a draft by mistake; fields is what was typed
    create table incident_drafts (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      fields jsonb not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );
  `.execute(db);
}
