import { sql } from "kysely";
import type { Db } from "#db/index.ts";

/** A row that was written, as it was and as it is. */
export type RowChange = {
  table: string;
  operation: "INSERT" | "UPDATE" | "DELETE";
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const NOTE = sql`
  create or replace function recorder.note() returns trigger language plpgsql as $$
  begin
    -- Written by looking: where and when a session was last used, and when a key was.
    if tg_argv[0] in ('sessions', 'api_keys') and tg_op = 'UPDATE' and
      to_jsonb(old) - '{address,user_agent,last_seen_at,last_used_at}'::text[] =
      to_jsonb(new) - '{address,user_agent,last_seen_at,last_used_at}'::text[]
    then
      return null;
    end if;
    insert into recorder.changes ("table", operation, before, after) values (
      tg_argv[0], tg_op,
      case when tg_op = 'INSERT' then null else to_jsonb(old) end,
      case when tg_op = 'DELETE' then null else to_jsonb(new) end);
    return null;
  end $$`;

const TABLES = sql<{ name: string }>`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not like 'kysely%'
    and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'recorder')`;

async function install(db: Db): Promise<void> {
  await sql`create schema if not exists recorder`.execute(db);
  await sql`create table if not exists recorder.changes (
    id bigint generated always as identity, "table" text, operation text, before jsonb, after jsonb
  )`.execute(db);
  await NOTE.execute(db);
  const { rows } = await TABLES.execute(db);
  for (const { name } of rows)
    await sql`create trigger recorder after insert or update or delete on ${sql.table(name)}
      for each row execute function recorder.note(${sql.lit(name)})`.execute(db);
}

let installed: Promise<void> | undefined;

/** Does something. @returns which rows of which tables anybody wrote meanwhile */
export async function changesBy(db: Db, work: () => Promise<unknown>): Promise<RowChange[]> {
  installed ??= install(db);
  await installed;
  await sql`truncate recorder.changes`.execute(db);
  await work();
  const { rows } = await sql<RowChange>`
    select "table", operation, before, after from recorder.changes order by id`.execute(db);
  return rows;
}
