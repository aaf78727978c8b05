import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { IncidentImpacts } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { impactsEver } from "#lib/services/past-services.queries.ts";

/** An impact with the base severity of its type. */
export type ImpactRow = Omit<Selectable<IncidentImpacts>, "status_page_id" | "incident_id">;

/** The services named last, in the given order, and the impacts by start and service. */
export type Affected = { service_ids: number[]; impacts: ImpactRow[] };

const wire = (time: string) =>
  sql`to_char(${sql.ref(time)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;

export const NOTHING_AFFECTED: Affected = { service_ids: [], impacts: [] };

/** By incident, hidden services included. `had_deleted`: it affected services deleted since. */
export async function listAllAffected(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, Affected & { had_deleted: boolean }>> {
  if (ids.length === 0) return new Map();
  const page = grant.status_page_id;
  const { rows } = await sql<Affected & { id: number; had_deleted: boolean }>`
    select wanted.id,
      exists (
        select from past_incident_services
        where status_page_id = ${page} and incident_id = wanted.id
        union all
        select from past_incident_impacts
        where status_page_id = ${page} and incident_id = wanted.id) as had_deleted,
      coalesce((
        select json_agg(service_id order by place, service_id) from incident_services
        where status_page_id = ${page} and incident_id = wanted.id), '[]') as service_ids,
      coalesce((
        select json_agg(json_build_object('service_id', service_id, 'type', type,
          'severity', severity, 'starts_at', ${wire("starts_at")}, 'ends_at', ${wire("ends_at")})
          order by starts_at, service_id)
        from incident_impacts
        where status_page_id = ${page} and incident_id = wanted.id), '[]') as impacts
    from unnest(${ids}::bigint[]) as wanted (id)`.execute(db);
  return new Map(rows.map(({ id, ...affected }) => [id, affected]));
}

/** Those on services deleted since. */
export async function listPastImpacts(
  db: Db,
  grant: PageGrant,
  incidentId: number,
): Promise<ImpactRow[]> {
  return db
    .selectFrom("past_incident_impacts")
    .select(["service_id", "type", "severity", "starts_at", "ends_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .execute();
}

/** Services deleted since. */
export async function listPastServiceIds(
  db: Db,
  grant: PageGrant,
  incidentId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("past_incident_services")
    .select("service_id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .execute();
  return rows.map(({ service_id }) => service_id);
}

/** The services that incidents ever affected, deleted ones as well. */
export async function listEverAffected(
  trx: Trx,
  grant: PageGrant,
  incidentIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ service_id: number }>`
    select distinct service_id from (${impactsEver(grant)}) as impact
    where incident_id = any(${incidentIds}::bigint[])`.execute(trx);
  return rows.map(({ service_id }) => service_id);
}

/** Only visible services. @param visible null: all */
export function affectedAmong(
  { service_ids, impacts }: Affected,
  visible: ReadonlySet<number> | null,
): Affected {
  if (visible === null) return { service_ids, impacts };
  return {
    service_ids: service_ids.filter((id) => visible.has(id)),
    impacts: impacts.filter(({ service_id }) => visible.has(service_id)),
  };
}

/** Incidents that affect these services or, earlier in their course, affected them. */
export function haveAffected(grant: PageGrant, serviceIds: readonly number[]): RawBuilder<boolean> {
  const of = sql`status_page_id = ${grant.status_page_id}
    and service_id = any(${serviceIds}::bigint[])`;
  return sql`incidents.id in (
    select incident_id from incident_services where ${of}
    union select incident_id from incident_impacts where ${of})`;
}

type Suffered = { from: RawBuilder<unknown>; to: RawBuilder<unknown>; incident: string };

/**
 * Whether a service suffered within a span of time; an incident without impacts is taken as a whole.
 * @param serviceIds null: any
 */
export function sufferedDuring(
  grant: PageGrant,
  serviceIds: readonly number[] | null,
  { from, to, incident }: Suffered,
): RawBuilder<boolean> {
  const impacts = sql`
    select from incident_impacts as impact where impact.status_page_id = ${grant.status_page_id}
      and impact.incident_id = ${sql.ref(incident)}`;
  const seen = serviceIds ? sql`impact.service_id = any(${serviceIds}::bigint[])` : sql`true`;
  return sql`(not exists (${impacts}) or exists (${impacts} and ${seen}
    and impact.starts_at < ${to} and (impact.ends_at is null or impact.ends_at > ${from})))`;
}

/** Replaces the impacts of an incident. */
export async function setImpacts(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
  impacts: readonly ImpactRow[],
): Promise<void> {
  const page = grant.status_page_id;
  await trx
    .deleteFrom("incident_impacts")
    .where("status_page_id", "=", page)
    .where("incident_id", "=", incidentId)
    .execute();
  if (impacts.length === 0) return;
  const column = <K extends keyof ImpactRow>(key: K) => impacts.map((impact) => impact[key]);
  await sql`
    insert into incident_impacts
      (status_page_id, incident_id, service_id, type, severity, starts_at, ends_at)
    select ${page}, ${incidentId}, given.* from unnest(${column("service_id")}::bigint[],
      ${column("type")}::text[], ${column("severity")}::text[],
      ${column("starts_at")}::timestamptz[], ${column("ends_at")}::timestamptz[])
      as given`.execute(trx);
}

const IMPACT_BYTES = 130;

/** For the byte budget of a list: `found` is the incident. */
export function bytesOfImpacts(): RawBuilder<number> {
  return sql`(
    select ${sql.lit(IMPACT_BYTES)} * count(*) from incident_impacts as impact
    where impact.status_page_id = found.status_page_id and impact.incident_id = found.id
  )`;
}
