import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- fields: what the kind has besides its secrets (lib/pages/integrations/kinds.ts)
    create table integrations (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      name text not null,
      fields jsonb not null,
      settings jsonb not null,
      key_sealed text,
      key_hint text,
      password_sealed text,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );
  `.execute(db);
}
