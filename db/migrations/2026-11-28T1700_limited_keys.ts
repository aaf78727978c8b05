import { type Kysely, sql } from "kysely";

/** API keys that end, or that are for one page or some operations only; null: no limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys
      add column expires_at timestamptz(0),
      add column status_page_id bigint references status_pages on delete cascade,
      add column permissions text[]`.execute(db);
  await sql`
    create index api_keys_page on api_keys (status_page_id)
      where status_page_id is not null`.execute(db);
}
