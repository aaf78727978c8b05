import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      url text not null,
      events text[] not null,
      enabled boolean not null default true,
      secret_sealed text not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );

    -- body: what is sent, byte for byte the same at every attempt; on_demand: somebody asked for it, so one attempt and no retries;
    -- claimed_until: until then nobody else attempts it
    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      status_page_id bigint not null,
      webhook_id bigint not null,
      message_id text not null,
      event text not null,
      body text not null,
      on_demand boolean not null default false,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
      attempts jsonb not null default '[]',
      next_attempt_at timestamptz(0),
      claimed_until timestamptz(0),
      inserted_at timestamptz(0) not null,
      check ((state = 'pending') = (next_attempt_at is not null)),
      foreign key (status_page_id, webhook_id) references webhooks (status_page_id, id) on delete cascade
    );
    create index webhook_deliveries_webhook on webhook_deliveries (status_page_id, webhook_id, id);
    create index webhook_deliveries_pending on webhook_deliveries (status_page_id, next_attempt_at) where state = 'pending';
  `.execute(db);
}
