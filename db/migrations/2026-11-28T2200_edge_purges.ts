import { type Kysely, sql } from "kysely";

/**
 * Changes that the CDN is to hear of. Pages have no foreign key: a deleted page is purged, too.
 * `edge_purging` tells whether the CDN takes purges.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table edge_purges (
      id bigint generated always as identity primary key,
      status_page_id bigint not null,
      hard boolean not null,
      asked_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      purged_at timestamptz
    )`.execute(db);
  await sql`
    create table edge_purging (
      only_one boolean primary key default true check (only_one),
      probed_at timestamptz,
      succeeded_at timestamptz,
      error text
    )`.execute(db);
  await sql`insert into edge_purging default values`.execute(db);
  await sql`
    alter table monitor_notices drop constraint monitor_notices_kind_check,
      add constraint monitor_notices_kind_check
        check (kind in ('network', 'stalled', 'backup', 'purge'))`.execute(db);
}
