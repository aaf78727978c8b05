import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

type Until = { now: string; deleted: boolean };

/** Keeps what services are, before a verb moves, hides, shows or deletes them. */
export async function keepPastServices(
  trx: Trx,
  grant: PageGrant,
  serviceIds: readonly number[],
  { now, deleted }: Until,
): Promise<void> {
  const page = grant.status_page_id;
  await sql`
    with recursive path as (
      select id, parent_id as above_id, private as hidden, '{}'::bigint[] as above
      from services where status_page_id = ${page} and id = any(${serviceIds}::bigint[])
      union all
      select path.id, s.parent_id, path.hidden or s.private, path.above || s.id
      from path join services as s on s.status_page_id = ${page} and s.id = path.above_id
    )
    insert into past_services (status_page_id, service_id, until_at, deleted, parent_id, above,
      private, hidden, name, translations)
    select ${page}, service.id, ${now}::timestamptz, ${deleted}, service.parent_id, path.above,
      service.private, path.hidden, service.name, service.translations
    from path join services as service on service.status_page_id = ${page}
      and service.id = path.id
    where path.above_id is null
    on conflict (status_page_id, service_id, until_at) do update set deleted = excluded.deleted,
      name = excluded.name, translations = excluded.translations, hidden = excluded.hidden`.execute(
    trx,
  );
}

/** Keeps which incidents a service affected, before it is deleted. */
export async function keepPastIncidents(
  trx: Trx,
  grant: PageGrant,
  serviceId: number,
): Promise<void> {
  await sql`
    insert into past_incident_services (status_page_id, incident_id, service_id)
    select status_page_id, incident_id, service_id from incident_services
    where status_page_id = ${grant.status_page_id} and service_id = ${serviceId}
    on conflict do nothing`.execute(trx);
}

/** A deleted service; `above`: its ancestors then. */
export type DeletedService = { id: number; name: string; translations: unknown; above: number[] };

/**
 * The deleted services that incidents affected, by incident, if visitors with the caller's access
 * could see them: none that was private, or whose parent is private now.
 */
export async function listDeletedServices(
  db: Db,
  { status_page_id: page, sees_only }: PageGrant,
  incidentIds: readonly number[],
): Promise<Map<number, DeletedService[]>> {
  if (incidentIds.length === 0) return new Map();
  const { rows } = await sql<{ incident_id: number; services: DeletedService[] }>`
    select link.incident_id, json_agg(json_build_object('id', past.service_id, 'name', past.name,
      'translations', past.translations, 'above', past.above) order by past.name) as services
    from past_incident_services as link
    join past_services as past on past.status_page_id = ${page}
      and past.service_id = link.service_id and past.deleted
    where link.status_page_id = ${page} and link.incident_id = any(${incidentIds}::bigint[])
      and not past.hidden and not exists (
        select from services where status_page_id = ${page} and id = any(past.above) and private)
      and (${sees_only}::bigint[] is null or past.above && ${sees_only}::bigint[])
    group by link.incident_id`.execute(db);
  return new Map(rows.map(({ incident_id, services }) => [incident_id, services]));
}
