import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

/** Whether maintenances silence all services of an outage that are down. */
export async function isOutageSilenced(
  trx: Trx,
  grant: PageGrant,
  outage_id: number,
  now: string,
): Promise<boolean> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ silenced: boolean | null }>`
    select bool_and(s.pause_monitoring_during_maintenances
      and is_in_maintenance(${page}, s.id, ${now}::timestamptz)) as silenced
    from outage_services as part join services as s
      on s.status_page_id = ${page} and s.id = part.service_id
    where part.status_page_id = ${page} and part.outage_id = ${outage_id}
      and part.up_at is null`.execute(trx);
  return rows[0]?.silenced ?? false;
}

/** When the last maintenance that silenced a service since a moment ended, if one did (wire times). */
export async function lastPauseEnd(
  trx: Trx,
  grant: PageGrant,
  service_id: number,
  { since, now }: { since: string; now: string },
): Promise<string | null> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ ended_at: string | null }>`
    with recursive above as (
      select id, parent_id from services where status_page_id = ${page} and id = ${service_id}
      union
      select s.id, s.parent_id from above join services as s on s.status_page_id = ${page}
        and s.id = above.parent_id
    )
    select max(i.ends_at) as ended_at from above
    join incident_services as link on link.status_page_id = ${page} and link.service_id = above.id
    join incidents as i on i.status_page_id = ${page} and i.id = link.incident_id
    where i.severity = 'scheduled' and i.ends_at > ${since}::timestamptz
      and i.ends_at <= ${now}::timestamptz
      and (select pause_monitoring_during_maintenances from services
        where status_page_id = ${page} and id = ${service_id})`.execute(trx);
  return rows[0]?.ended_at ?? null;
}
