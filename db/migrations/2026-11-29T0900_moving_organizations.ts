import { type Kysely, sql } from "kysely";

const IS_COPY = sql`current_setting('allclear.copying', true) = 'on'`;

/**
 * An organization that another installation takes over (lib/server/move). moving_at: since when
 * nothing of it changes; moved_to: the base address of where it is now; arriving_at: it is being
 * copied to here, and is not shown yet. move_id: the same in both databases.
 *
 * move_tables: what was copied to here. ids: kept, mapped or new; count: of rows up to last_key;
 * digest: the sum of their hashes. move_ids: ids that differ here, or that need to be known.
 * alert_token_sealed: of the page's address for alerts, where this installation cannot derive it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column moving_at timestamptz,
      add column moved_to text,
      add column arriving_at timestamptz,
      add column move_id uuid`.execute(db);
  await sql`
    create table move_tables (
      organization_id bigint not null references organizations on delete cascade,
      name text not null,
      ids text not null,
      is_done boolean not null,
      count bigint not null,
      digest text not null,
      last_key text[],
      primary key (organization_id, name)
    )`.execute(db);
  await sql`
    create table move_ids (
      organization_id bigint not null references organizations on delete cascade,
      name text not null,
      source_id bigint not null,
      target_id bigint not null,
      primary key (organization_id, name, source_id)
    )`.execute(db);
  await sql`alter table status_pages add column alert_token_sealed text`.execute(db);
  await leaveCopiesAlone(db);
}

/** Copied rows come with what these triggers would make. */
async function leaveCopiesAlone(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace trigger keep_addresses after insert or update of subdomain, settings
      on status_pages for each row when ((${IS_COPY}) is not true)
      execute function keep_addresses()`.execute(db);
  await sql`
    create or replace trigger keep_domains after insert or update of settings
      on status_pages for each row when ((${IS_COPY}) is not true)
      execute function keep_domains()`.execute(db);
  await sql`
    create or replace trigger service_check_added after insert on services
      for each row when (new.monitoring = 'internal' and (${IS_COPY}) is not true)
      execute function plan_service_check()`.execute(db);
  await sql`
    create or replace trigger drop_uploaded after insert or update of phase on domains
      for each row when (new.phase = 'configuring' and (${IS_COPY}) is not true)
      execute function drop_uploaded()`.execute(db);
}
