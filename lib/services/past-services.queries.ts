import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { dayOf, earlierOf, later, startOfDay } from "#lib/platform/clock.ts";

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
      private, hidden, name, translations, inserted_at)
    select ${page}, service.id, ${now}::timestamptz, ${deleted}, service.parent_id, path.above,
      service.private, path.hidden, service.name, service.translations, service.inserted_at
    from path join services as service on service.status_page_id = ${page}
      and service.id = path.id
    where path.above_id is null
    on conflict (status_page_id, service_id, until_at) do update set deleted = excluded.deleted,
      name = excluded.name, translations = excluded.translations, hidden = excluded.hidden`.execute(
    trx,
  );
}

/** Keeps which incidents affected a service and when, before it is deleted. */
export async function keepPastIncidents(
  trx: Trx,
  grant: PageGrant,
  serviceId: number,
  now: string,
): Promise<void> {
  await sql`
    insert into past_incident_services (status_page_id, incident_id, service_id)
    select status_page_id, incident_id, service_id from incident_services
    where status_page_id = ${grant.status_page_id} and service_id = ${serviceId}
    on conflict do nothing`.execute(trx);
  await sql`
    insert into past_incident_impacts
      (status_page_id, incident_id, service_id, type, severity, starts_at, ends_at)
    select status_page_id, incident_id, service_id, type, severity, starts_at,
      least(ends_at, ${now}::timestamptz)
    from incident_impacts
    where status_page_id = ${grant.status_page_id} and service_id = ${serviceId}
      and starts_at < ${now}::timestamptz`.execute(trx);
}

/**
 * All impacts of a page, those on deleted services included. An incident without length, which has
 * none, is an instant on each of its services.
 */
export function impactsEver({ status_page_id: page }: PageGrant): RawBuilder<unknown> {
  const instants = (links: "incident_services" | "past_incident_services") => sql`
    select i.id, link.service_id, i.type, i.severity, i.starts_at, i.ends_at from incidents as i
    join ${sql.table(links)} as link on link.status_page_id = ${page} and link.incident_id = i.id
    where i.status_page_id = ${page} and i.starts_at = i.ends_at and i.severity <> 'scheduled'`;
  return sql`
    select incident_id, service_id, type, severity, starts_at, ends_at from incident_impacts
    where status_page_id = ${page}
    union all
    select incident_id, service_id, type, severity, starts_at, ends_at from past_incident_impacts
    where status_page_id = ${page}
    union all ${instants("incident_services")}
    union all ${instants("past_incident_services")}`;
}

/**
 * Which public service was below which parent, from `since` until `until` (null: always, still):
 * `id`, `parent_id`, `since`, `until`, `inserted_at`.
 */
export function treeInTime({ status_page_id: page }: PageGrant): RawBuilder<unknown> {
  // Without past services nothing is looked up per service.
  const hasPast = sql`(select exists (select from past_services where status_page_id = ${page}))`;
  return sql`
    select id, parent_id, case when ${hasPast} then (
        select max(until_at) from past_services
        where status_page_id = ${page} and service_id = services.id
      ) end as since, null::timestamptz as until, inserted_at
    from services
    where status_page_id = ${page} and parent_id is not null and not private
    union all
    select service_id, parent_id, (
        select max(until_at) from past_services as earlier
        where earlier.status_page_id = ${page} and earlier.service_id = past.service_id
          and earlier.until_at < past.until_at
      ), until_at, inserted_at
    from past_services as past
    where status_page_id = ${page} and parent_id is not null and not private`;
}

/** A public service was below a parent from one day to another, both included, in the page's zone. */
export type PastChild = {
  id: number;
  parent_id: number;
  /** null: from the beginning. */
  since_day: string | null;
  /** null: still. */
  until_day: string | null;
  added_day: string;
  /** The day it was added or, if earlier, the first on which anything is known of it. */
  first_day: string;
};

type PlacedRow = Record<"id" | "parent_id", number> &
  Record<"since" | "until" | "inserted_at", string | null>;

/**
 * The places of services that moved, were hidden or shown, or deleted, if they reach this day.
 * @param firstDays see `listFirstDays`; asked only if there are any
 */
export async function listPastChildren(
  db: Db,
  grant: PageGrant,
  from_day: string,
  firstDays: () => Promise<ReadonlyMap<number, string>>,
): Promise<PastChild[]> {
  const { status_page_id: page, time_zone: zone } = grant;
  const { rows } = await sql<PlacedRow>`
    select id, parent_id, since, until, inserted_at
    from (${treeInTime(grant)}) as tree
    where (select exists (select from past_services where status_page_id = ${page}))
      and (since is not null or until is not null)
      and (until is null or until > ${startOfDay(from_day, zone)}::timestamptz)`.execute(db);
  if (rows.length === 0) return [];
  const known = await firstDays();
  return rows.map(({ id, parent_id, since, until, inserted_at }) => {
    const added_day = inserted_at === null ? "" : dayOf(inserted_at, zone);
    return {
      ...{ id, parent_id, added_day },
      since_day: since && dayOf(since, zone),
      until_day: until && dayOf(later(until, -1), zone),
      first_day: earlierOf(added_day, known.get(id) ?? added_day),
    };
  });
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
    from (
      select incident_id, service_id from past_incident_services
      where status_page_id = ${page} and incident_id = any(${incidentIds}::bigint[])
      union select incident_id, service_id from past_incident_impacts
      where status_page_id = ${page} and incident_id = any(${incidentIds}::bigint[])
    ) as link
    join past_services as past on past.status_page_id = ${page}
      and past.service_id = link.service_id and past.deleted
    where not past.hidden and not exists (
        select from services where status_page_id = ${page} and id = any(past.above) and private)
      and (${sees_only}::bigint[] is null or past.above && ${sees_only}::bigint[])
    group by link.incident_id`.execute(db);
  return new Map(rows.map(({ incident_id, services }) => [incident_id, services]));
}
