import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the one link by which addresses of allowed domains may join a restricted page
    create table join_links (
      status_page_id bigint primary key references status_pages on delete cascade,
      token_hash bytea not null,
      token_sealed text not null,
      inserted_at timestamptz(0) not null
    );
    -- who asked to join, and has not followed the mailed link yet; ends with the page's link
    create table join_requests (
      token_hash bytea primary key,
      status_page_id bigint not null references join_links on delete cascade,
      email text not null,
      expires_at timestamptz(0) not null
    );
    create index join_requests_page on join_requests (status_page_id, expires_at);
    create index join_requests_expired on join_requests (expires_at);

    -- an address may be invited to an organization and to single pages of it
    create unique index memberships_invited_once
      on memberships (organization_id, lower(email), status_page_id) nulls not distinct
      where user_id is null;
    drop index memberships_invited;
    alter table memberships drop constraint memberships_check1;
    create index memberships_of_page on memberships (status_page_id, id)
      where status_page_id is not null;
  `.execute(db);
}
