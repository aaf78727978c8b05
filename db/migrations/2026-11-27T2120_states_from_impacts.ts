import { type Kysely, sql } from "kysely";

/** The present follows from impacts, once every incident has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index incident_impacts_ends on incident_impacts (status_page_id, ends_at)`.execute(db);
  await sql`
    create or replace function current_incident_type(page bigint, service bigint, at timestamptz)
      returns text language plpgsql stable set plan_cache_mode to 'force_generic_plan'
    as $$
    declare
      reached bigint[];
      running record;
    begin
      for running in
        select impact.service_id, impact.type from incidents as i
        join incident_impacts as impact
          on impact.status_page_id = page and impact.incident_id = i.id
        where i.status_page_id = page and i.starts_at <= at
          and (i.ends_at is null or i.ends_at > at)
          and impact.starts_at <= at and (impact.ends_at is null or impact.ends_at > at)
        order by array_position(array['major', 'minor', 'scheduled'], impact.severity),
          i.starts_at, i.id
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
        if running.service_id = any(reached) then
          return running.type;
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
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
        join incident_impacts as impact
          on impact.status_page_id = page and impact.service_id = above.id
        where impact.severity = 'scheduled' and impact.starts_at <= at
          and (impact.ends_at is null or impact.ends_at > at)
      )
    $$`.execute(db);
}
