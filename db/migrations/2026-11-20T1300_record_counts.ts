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

    insert into record_counts select 'status_pages', status_page_id, 'incidents', 0, count(*) from incidents group by status_page_id;
    insert into record_counts
      select 'organizations', organization_id, 'audit_log', 0, count(*) from audit_log
      where organization_id in (select id from organizations) group by organization_id;

    alter table audit_log
      add actor text not null generated always as (
        coalesce(case actor_kind when 'user' then 'user:' || actor_id::text when 'organization_key' then 'api_key:' || api_key_id::text end, actor_kind)
      ) stored,
      add subject text not null generated always as (subject_type || ':' || subject_id::text) stored;
    drop index audit_log_organization;
    create index audit_log_time on audit_log (organization_id, inserted_at desc, id desc);
    create index audit_log_action on audit_log (organization_id, action, inserted_at desc, id desc);
    create index audit_log_actor on audit_log (organization_id, actor, inserted_at desc, id desc);
    create index audit_log_subject on audit_log (organization_id, subject, inserted_at desc, id desc);
    create index audit_log_subject_type on audit_log (organization_id, subject_type, inserted_at desc, id desc);
    create index audit_log_page on audit_log (organization_id, status_page_id, inserted_at desc, id desc);
  `.execute(db);
}
