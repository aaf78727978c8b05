import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What has to reach one person: written with the change that makes it necessary, gone once it
    -- left. kind: who composes it; params_sealed: what that needs and nobody else may read, such as
    -- the token of a link; message_id: the same for every attempt
    create table outbox (
      id bigint generated always as identity primary key,
      message_id text not null,
      kind text not null,
      status_page_id bigint references status_pages on delete cascade,
      subscription_id bigint,
      params_sealed text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(0) not null,
      claimed_until timestamptz(0),
      expires_at timestamptz(0) not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      foreign key (status_page_id, subscription_id)
        references subscriptions (status_page_id, id) on delete cascade
    );
    create index outbox_due on outbox (next_attempt_at);
    create index outbox_subscription on outbox (status_page_id, subscription_id);

    -- How often something was done lately: key is a keyed hash, so no address stands here
    create table throttles (
      key bytea primary key,
      count integer not null,
      expires_at timestamptz(0) not null
    );
    create index throttles_expired on throttles (expires_at);
  `.execute(db);
}
