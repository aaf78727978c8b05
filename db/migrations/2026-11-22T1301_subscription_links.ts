import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- requested_at: when a visitor last asked for it; null: an operator made it. secret_sealed: what
    -- signs the deliveries to a webhook, or the token that Zoom asks for
    alter table subscriptions
      add column requested_at timestamptz(0),
      add column secret_sealed text;
    create index subscriptions_unconfirmed on subscriptions (requested_at)
      where confirmed_at is null and requested_at is not null;

    -- What the links of a subscriber's messages prove. Of one that expires only the hash is kept;
    -- the one to manage a subscription goes with every message, so it is kept sealed as well
    create table subscription_links (
      id bigint generated always as identity primary key,
      status_page_id bigint not null,
      subscription_id bigint not null,
      purpose text not null,
      token_hash bytea not null unique,
      token_sealed text,
      expires_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id),
      foreign key (status_page_id, subscription_id)
        references subscriptions (status_page_id, id) on delete cascade
    );
    create index subscription_links_subscription
      on subscription_links (status_page_id, subscription_id);
    create unique index subscription_links_manage
      on subscription_links (status_page_id, subscription_id) where purpose = 'manage';
    create index subscription_links_expired on subscription_links (expires_at)
      where expires_at is not null;
  `.execute(db);
}
