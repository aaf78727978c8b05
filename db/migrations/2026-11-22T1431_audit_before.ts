import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what the fields that were changed had before; null where nothing was
    alter table audit_log add column before jsonb;

    -- messages that left, by page, month and channel
    create table message_counts (
      status_page_id bigint not null references status_pages on delete cascade,
      month date not null,
      channel text not null,
      count bigint not null,
      primary key (status_page_id, month, channel)
    );
  `.execute(db);
}
