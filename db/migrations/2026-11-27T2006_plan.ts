import { type Kysely, sql } from "kysely";

/**
 * What became of a maintenance's plan (lib/incidents/state.ts); null: it stands. The constraint
 * holds for new rows without a look at the old ones, which are null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table incidents add column plan text,
      add constraint incidents_plan_check check (plan in ('called_off', 'postponed')) not valid;
    create index incidents_plan on incidents (status_page_id, starts_at) where plan is not null;
  `.execute(db);
  await leaveOut(db);
}

/** What is called off or postponed affects no service. */
async function leaveOut(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function current_incident_type(page bigint, service bigint, at timestamptz)
      returns text language plpgsql stable set plan_cache_mode to 'force_generic_plan'
    as $$
    declare
      reached bigint[];
      incident record;
    begin
      for incident in
        select i.id, i.type from incidents as i
        where i.status_page_id = page and i.plan is null and i.starts_at <= at
          and (i.ends_at is null or i.ends_at > at)
        order by array_position(array['major', 'minor', 'scheduled'], i.severity), i.starts_at, i.id
      loop
        reached := coalesce(reached, array(
          with recursive reach as (
            select service as id
            union all
            select child.id from reach
            join services as child on child.status_page_id = page and child.parent_id = reach.id
              and not child.private
          ) select id from reach
        ));
        if exists (
          select from incident_services as link
          where link.status_page_id = page and link.incident_id = incident.id
            and link.service_id = any(reached)
        ) then
          return incident.type;
        end if;
      end loop;
      return null;
    end $$;

    create or replace function is_in_maintenance(page bigint, service bigint, at timestamptz)
      returns boolean language sql stable
    as $$
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
        where i.severity = 'scheduled' and i.plan is null and i.starts_at <= at
          and (i.ends_at is null or i.ends_at > at)
      )
    $$`.execute(db);
}
