import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- due_at: when the service is checked next; null: it is not checked. doubts: results in a row
    -- that contradict is_up, the first of them at doubted_at, the last at last_doubt_at
    alter table service_monitors
      add column due_at timestamptz(3),
      add column doubts smallint not null default 0,
      add column doubted_at timestamptz(3),
      add column last_doubt_at timestamptz(3),
      add column certificate_ends_at timestamptz(0);
    alter table service_monitors set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
    -- Not by tenant: any worker takes what is due first
    create index service_monitors_due on service_monitors (due_at) where due_at is not null;

    -- A row for each process that checks. ran_at: when it last looked for what is due;
    -- network_lost_at: since when it reaches none of the addresses that tell whether its network is there
    create table check_runners (
      id uuid primary key,
      ran_at timestamptz(0) not null,
      network_lost_at timestamptz(0)
    );

    -- What is to be checked, and how, has changed: it is checked at once
    create function plan_service_check() returns trigger language plpgsql as $$
    begin
      if new.monitoring = 'internal' and new.ping_url is not null then
        insert into service_monitors (status_page_id, service_id, due_at)
        values (new.status_page_id, new.id, now())
        on conflict (status_page_id, service_id) do update set due_at = now(), doubts = 0,
          doubted_at = null, last_doubt_at = null, certificate_ends_at = null;
      else
        update service_monitors set due_at = null, doubts = 0, doubted_at = null,
          last_doubt_at = null, certificate_ends_at = null
        where status_page_id = new.status_page_id and service_id = new.id and due_at is not null;
      end if;
      return null;
    end $$;
    create trigger service_check_added after insert on services for each row
      when (new.monitoring = 'internal') execute function plan_service_check();
    create trigger service_check_changed
      after update of monitoring, ping_url, monitoring_options, expected_statuses on services
      for each row when (
        (old.monitoring, old.ping_url, old.monitoring_options, old.expected_statuses)
        is distinct from
        (new.monitoring, new.ping_url, new.monitoring_options, new.expected_statuses)
      ) execute function plan_service_check();

    insert into service_monitors (status_page_id, service_id, due_at)
    select status_page_id, id, now() + id % 60 * interval '1 second' from services
    where monitoring = 'internal' and ping_url is not null
    on conflict (status_page_id, service_id) do update set due_at = excluded.due_at;

    -- Whether a maintenance of a service, or of one above it, is running
    create function is_in_maintenance(page bigint, service bigint, at timestamptz) returns boolean
    language sql stable as $$
      with recursive above as (
        select id, parent_id from services where status_page_id = page and id = service
        union
        select s.id, s.parent_id from above join services as s
          on s.status_page_id = page and s.id = above.parent_id
      ) select exists (
        select from above
        join incident_services as affected
          on affected.status_page_id = page and affected.service_id = above.id
        join incidents as i on i.status_page_id = page and i.id = affected.incident_id
        where i.severity = 'scheduled' and i.starts_at <= at
          and (i.ends_at is null or i.ends_at > at)
      )
    $$;
  `.execute(db);
}
