import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What time will cause with an incident (lib/incidents/timers). for_at: the moment that it is
    -- about; due_at: when it is told, null: nothing is to be told; settled_for: the moment for which
    -- it was told, or for which it was too late
    create table incident_timers (
      status_page_id bigint not null,
      incident_id bigint not null,
      kind text not null check (kind in ('first_before', 'second_before', 'start', 'end',
        'long_running', 'promise_soon', 'promise_broken')),
      for_at timestamptz(0) not null,
      due_at timestamptz(0),
      settled_for timestamptz(0),
      primary key (status_page_id, incident_id, kind),
      foreign key (status_page_id, incident_id)
        references incidents (status_page_id, id) on delete cascade
    );
    create index incident_timers_due on incident_timers (due_at, status_page_id, incident_id)
      where due_at is not null;

    -- notice: what subscribers are told because time has come; notice_for: the moment it is about
    alter table events
      add column notice text,
      add column notice_for timestamptz(0);

    -- posted_by: the user who promised to say more, if it was one
    alter table incident_updates add column posted_by bigint;

    with maintenance as (
      select status_page_id, id, starts_at, ends_at, maintenance_notify_settings as settings
      from incidents
      where severity = 'scheduled' and maintenance_notify and starts_at > now()
        and jsonb_typeof(maintenance_notify_settings) = 'object'
    ), timer as (
      select *, 'first_before' as kind, starts_at as for_at,
        (settings ->> 'before_notice_minutes')::integer as minutes
      from maintenance
      union all
      select *, 'second_before', starts_at, (settings ->> 'second_before_notice_minutes')::integer
      from maintenance
      union all
      select *, 'start', starts_at, 0 from maintenance where (settings ->> 'on_start')::boolean
      union all
      select *, 'end', ends_at, 0 from maintenance
      where (settings ->> 'on_end')::boolean and ends_at > starts_at
    )
    insert into incident_timers (status_page_id, incident_id, kind, for_at, due_at)
    select status_page_id, id, kind, for_at, for_at - make_interval(mins => minutes)
    from timer
    where kind in ('start', 'end')
      or (minutes > 0 and for_at - make_interval(mins => minutes) > now());
  `.execute(db);
}
