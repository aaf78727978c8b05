import { type Kysely, sql } from "kysely";

// Incidents of major and minor severity counted whatever affects_uptime was, and go on counting.
async function countWhatCounted(db: Kysely<unknown>): Promise<void> {
  await sql`
    update incidents set affects_uptime = true where severity <> 'scheduled' and not affects_uptime
  `.execute(db);
}

// What a day of a service without children has is its own.
async function fillLeaves(db: Kysely<unknown>): Promise<void> {
  await sql`
    update service_days as kept
    set counted_major_seconds = major_seconds, counted_minor_seconds = minor_seconds
    where major_seconds + minor_seconds > 0 and not exists (
      select from services as child
      where child.status_page_id = kept.status_page_id and child.parent_id = kept.service_id
    )`.execute(db);
}

// What a day of a parent has is also its children's: its own is found anew. A midnight that the
// clocks pass twice begins the day the first time.
async function fillParents(db: Kysely<unknown>): Promise<void> {
  await sql`
    with parents as materialized (
      select kept.status_page_id, kept.service_id, kept.day,
        (select min(midnight) from unnest(array[later, later - interval '1 hour']) as midnight
          where (midnight at time zone page.time_zone)::date = kept.day) as starts_at,
        (select min(midnight) from unnest(array[next, next - interval '1 hour']) as midnight
          where (midnight at time zone page.time_zone)::date = kept.day + 1) as ends_at
      from service_days as kept
      join status_pages as page on page.id = kept.status_page_id,
      lateral (select kept.day::timestamp at time zone page.time_zone as later,
        (kept.day + 1)::timestamp at time zone page.time_zone as next) as midnights
      where exists (
        select from services as child
        where child.status_page_id = kept.status_page_id and child.parent_id = kept.service_id
      )
    ),
    unions as (
      select parents.status_page_id, parents.service_id, parents.day,
        coalesce(range_agg(part) filter (where severity = 'major'), '{}') as major,
        coalesce(range_agg(part) filter (where severity = 'minor'), '{}') as minor,
        coalesce(range_agg(part) filter (where severity = 'scheduled'), '{}') as planned
      from parents
      left join lateral (
        select i.severity, tstzrange(greatest(i.starts_at, parents.starts_at),
          least(i.ends_at, parents.ends_at)) as part
        from incident_services as link
        join incidents as i
          on i.status_page_id = link.status_page_id and i.id = link.incident_id
        where link.status_page_id = parents.status_page_id
          and link.service_id = parents.service_id and i.affects_uptime
          and i.starts_at < parents.ends_at and i.ends_at > parents.starts_at
          and i.starts_at < i.ends_at
      ) as own on true
      group by parents.status_page_id, parents.service_id, parents.day
    )
    update service_days as kept set
      counted_major_seconds = (select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)
        from unnest(major) as part),
      counted_minor_seconds = (select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)
        from unnest(minor - major) as part),
      counted_maintenance_seconds = (
        select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)
        from unnest(planned - major - minor) as part)
    from unions
    where unions.status_page_id = kept.status_page_id and unions.service_id = kept.service_id
      and unions.day = kept.day`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await countWhatCounted(db);
  await fillLeaves(db);
  await fillParents(db);
}
