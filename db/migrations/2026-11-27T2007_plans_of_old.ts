import { type Kysely, sql } from "kysely";

/**
 * A maintenance resolved before its start had no length; now it is called off and keeps its planned
 * times. Those with a `postponed` update keep the times they have, given with it or after it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update incidents set plan = 'called_off',
      starts_at = (declared #>> '{starts_at,value}')::timestamp at time zone 'UTC',
      ends_at = (declared #>> '{ends_at,value}')::timestamp at time zone 'UTC'
    where severity = 'scheduled' and ends_at = starts_at
      and (declared #>> '{starts_at,value}')::timestamp at time zone 'UTC' > starts_at`.execute(db);
  await sql`
    with postponed as (
      select status_page_id, incident_id, max(id) as id from incident_updates
      where type = 'postponed' group by 1, 2
    ), kept as (
      select i.id, postponed.id as after, i.plan,
        case when u.has_started then i.declared #>> '{starts_at,value}'
          else to_char(i.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') end as starts_at
      from postponed join incidents as i
        on i.status_page_id = postponed.status_page_id and i.id = postponed.incident_id
      cross join lateral (
        select exists (
          select from incident_updates as later
          where later.status_page_id = i.status_page_id and later.incident_id = i.id
            and later.id > postponed.id and later.type in ('started', 'essential')
        ) as has_started
      ) as u
      where i.plan is null
    )
    update incidents set declared = jsonb_set(declared, '{starts_at}', jsonb_build_object(
      'value', kept.starts_at,
      'after', greatest((declared #>> '{starts_at,after}')::bigint, kept.after)))
    from kept where incidents.id = kept.id`.execute(db);
}
