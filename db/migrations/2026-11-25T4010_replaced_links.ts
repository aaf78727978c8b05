import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- tokens that somebody replaced: their address, subscribing again, must not get them again
    create table replaced_links (
      status_page_id bigint not null references status_pages (id) on delete cascade,
      token_hash bytea not null,
      primary key (status_page_id, token_hash)
    );
  `.execute(db);
}
