import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table certificates
      -- 0: the application's own host, 1: a custom domain, 2: a page's subdomain host
      add column rank smallint not null default 1,
      -- when it is to be renewed; due_at may come earlier, to ask the authority about that
      add column renew_at timestamptz,
      -- how the authority is to look at the name next
      add column challenge text not null default 'http-01'
        check (challenge in ('http-01', 'tls-alpn-01')),
      -- an order under way, by which another process goes on; its key is sealed
      add column order_url text,
      add column order_key text;

    -- For a challenge of the kind tls-alpn-01: what to present, PEM; the key is sealed
    alter table certificate_challenges
      add column chain text,
      add column private_key text;

    -- Until when the authority asked everybody here to wait
    alter table acme_accounts add column paused_until timestamptz;

    -- What was ordered lately, by which orders are limited
    create table certificate_orders (
      id bigint generated always as identity primary key,
      name text not null,
      ordered_at timestamptz not null default now(),
      -- when the authority found that the name does not lead here
      failed_at timestamptz
    );
    create index certificate_orders_ordered on certificate_orders (ordered_at);
    create index certificate_orders_name on certificate_orders (name, failed_at);
    create index certificate_revocations_due on certificate_revocations (due_at);
  `.execute(db);
}
