import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Both end with the session of the account that they were made from. password_stamp: which password that was;
    -- browser_hash: which browser asked
    create table page_handovers (
      token_hash bytea primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      session_id bigint not null references sessions on delete cascade,
      password_stamp text not null,
      browser_hash bytea not null,
      path text not null,
      expires_at timestamptz(0) not null
    );
    create index page_handovers_session on page_handovers (session_id);
    create index page_handovers_page on page_handovers (status_page_id);

    create table page_sessions (
      token_hash bytea primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      session_id bigint not null references sessions on delete cascade,
      password_stamp text not null,
      started_at timestamptz(0) not null
    );
    create index page_sessions_session on page_sessions (session_id);
    create index page_sessions_page on page_sessions (status_page_id);

    -- A member's secret in the addresses of a page's feeds; it dies with the membership.
    create table feed_tokens (
      status_page_id bigint not null references status_pages on delete cascade,
      membership_id bigint not null references memberships on delete cascade,
      token_hash bytea not null unique,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      primary key (status_page_id, membership_id)
    );
    create index feed_tokens_membership on feed_tokens (membership_id);
  `.execute(db);
}
