import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- when and where somebody said yes, of those that an operator brought along
    alter table subscriptions
      add column consent_at timestamptz(0),
      add column consent_source text;

    -- Files of subscribers (lib/subscribers/import). row_count: how far checking or importing is;
    -- counts: of rows, by what becomes of them; problems: the first of them; worked_at: when
    -- somebody last went on, so that what a killed process leaves is taken up
    create table subscription_imports (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages on delete cascade,
      name text not null,
      bytes integer not null default 0,
      state text not null default 'uploading'
        check (state in ('uploading', 'checking', 'checked', 'importing', 'done')),
      row_count integer not null default 0,
      total integer,
      counts jsonb not null default '{}',
      problems jsonb not null default '[]',
      worked_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      updated_at timestamptz(0) not null default date_trunc('second', now()),
      unique (status_page_id, id)
    );
    create index subscription_imports_open on subscription_imports (worked_at)
      where state in ('checking', 'importing');

    create table subscription_import_pieces (
      status_page_id bigint not null,
      subscription_import_id bigint not null,
      place integer not null,
      body bytea not null,
      primary key (status_page_id, subscription_import_id, place),
      foreign key (status_page_id, subscription_import_id)
        references subscription_imports (status_page_id, id) on delete cascade
    );
  `.execute(db);
}
