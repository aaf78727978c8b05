import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- how many records of a kind a page or organization has, so that lists need not count their rows; the sum over the shards, of which
    -- every connection has one, so that writers seldom wait for each other
    create table record_counts (
      scope text not null,
      scope_id bigint not null,
      kind text not null,
      shard smallint not null,
      count bigint not null,
      primary key (scope, scope_id, kind, shard)
    ) with (fillfactor = 50);

    -- arguments: the table of the scope, the column that names it. When a scope goes with all its records, nothing is left to count.
    create function count_records() returns trigger language plpgsql as $$
    begin
      execute format(
        'insert into record_counts (scope, scope_id, kind, shard, count)
         select %1$L, %2$I, %3$L, pg_backend_pid() %% 32, %4$s count(*) from changed
         where exists (select from %1$I as scope where scope.id = %2$I) group by %2$I
         on conflict (scope, scope_id, kind, shard) do update set count = record_counts.count + excluded.count',
        tg_argv[0], tg_argv[1], tg_table_name, case tg_op when 'DELETE' then '-' else '' end);
      return null;
    end $$;

    create function forget_counts() returns trigger language plpgsql as $$
    begin
      delete from record_counts where scope = tg_table_name and scope_id = old.id;
      return null;
    end $$;

    create trigger forget_counts after delete on status_pages for each row execute function forget_counts();
    create trigger forget_counts after delete on organizations for each row execute function forget_counts();

    create trigger count_inserted after insert on incidents referencing new table as changed
      for each statement execute function count_records('status_pages', 'status_page_id');
    create trigger count_deleted after delete on incidents referencing old table as changed
      for each statement execute function count_records('status_pages', 'status_page_id');

    create trigger count_inserted after insert on audit_log referencing new table as changed
      for each statement execute function count_records('organizations', 'organization_id');
    create trigger count_deleted after delete on audit_log referencing old table as changed
      for each statement execute function count_records('organizations', 'organization_id');
  `.execute(db);
}
