import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import { type Keyset, type Order, readSlice, type Slice, type Sliced } from "#db/keyset.ts";
import type { Incidents } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import type { Severity } from "#lib/incidents/schema.ts";
import type { Declared } from "#lib/incidents/state.ts";
import { listHiddenServiceIds } from "#lib/services/queries.ts";

export type IncidentRow = Omit<Selectable<Incidents>, "declared" | "severity"> & { declared: Declared; severity: Severity };

const NEWEST_FIRST: Order = { columns: ["starts_at", "id"], direction: "desc" };

export function incidentKeyset({ starts_at, id }: { starts_at: string; id: number }): Keyset {
  return [starts_at, id];
}

/** The page's incidents without those that affect only services the grant may not see. */
async function visibleIncidents(db: Db, grant: PageGrant) {
  const hidden = await listHiddenServiceIds(db, grant);
  const query = db.selectFrom("incidents").where("incidents.status_page_id", "=", grant.status_page_id);
  if (hidden.length === 0) return { query, hidden };
  const filtered = query.where(({ not, exists, or, selectFrom }) => {
    const links = selectFrom("incident_services as link")
      .select("link.service_id")
      .where("link.status_page_id", "=", grant.status_page_id)
      .whereRef("link.incident_id", "=", "incidents.id");
    return or([exists(links.where("link.service_id", "not in", hidden)), not(exists(links))]);
  });
  return { query: filtered, hidden };
}

export type IncidentFilter = { type?: string };

export async function listIncidentRows(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  filter: IncidentFilter,
): Promise<Sliced<IncidentRow> & { total_count: number }> {
  const visible = await visibleIncidents(db, grant);
  const query = filter.type === undefined ? visible.query : visible.query.where("type", "=", filter.type);
  const [sliced, count] = await Promise.all([
    readSlice(query.selectAll("incidents"), NEWEST_FIRST, slice),
    query.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { ...(sliced as Sliced<IncidentRow>), total_count: count.total };
}

/** @throws {AppError} `not_found` */
export async function getIncidentRow(db: Db, grant: PageGrant, incidentId: number): Promise<IncidentRow> {
  const { query } = await visibleIncidents(db, grant);
  const row = await query.selectAll("incidents").where("incidents.id", "=", incidentId).executeTakeFirst();
  if (!row) throw notFound();
  return row as IncidentRow;
}

/** @throws {AppError} `not_found` */
export async function lockIncident(trx: Trx, grant: PageGrant, incidentId: number): Promise<IncidentRow> {
  const row = await trx
    .selectFrom("incidents")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", incidentId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row as IncidentRow;
}

export async function insertIncident(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<Incidents>, "status_page_id">,
): Promise<IncidentRow> {
  const row = await trx
    .insertInto("incidents")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as IncidentRow;
}

export async function updateIncidentRow(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
  values: Updateable<Incidents>,
): Promise<IncidentRow> {
  const row = await trx
    .updateTable("incidents")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", incidentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as IncidentRow;
}

export async function deleteIncidentRow(trx: Trx, grant: PageGrant, incidentId: number): Promise<void> {
  await trx.deleteFrom("incidents").where("status_page_id", "=", grant.status_page_id).where("id", "=", incidentId).execute();
}

/** The affected services the grant may see, by incident, in the order of their ids. */
export async function listAffected(db: Db, grant: PageGrant, incidentIds: number[]): Promise<Map<number, number[]>> {
  const affected = new Map<number, number[]>(incidentIds.map((id) => [id, []]));
  if (incidentIds.length === 0) return affected;
  const [hidden, links] = await Promise.all([
    listHiddenServiceIds(db, grant),
    db
      .selectFrom("incident_services")
      .select(["incident_id", "service_id"])
      .where("status_page_id", "=", grant.status_page_id)
      .where("incident_id", "in", incidentIds)
      .orderBy("service_id")
      .execute(),
  ]);
  for (const { incident_id, service_id } of links) if (!hidden.includes(service_id)) affected.get(incident_id)?.push(service_id);
  return affected;
}

export async function setAffected(trx: Trx, grant: PageGrant, incidentId: number, serviceIds: number[]): Promise<void> {
  await trx
    .deleteFrom("incident_services")
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .execute();
  if (serviceIds.length === 0) return;
  await trx
    .insertInto("incident_services")
    .values(serviceIds.map((service_id) => ({ status_page_id: grant.status_page_id, incident_id: incidentId, service_id })))
    .execute();
}

/** Whether a maintenance runs at this moment. */
export async function isUnderMaintenance(trx: Trx, grant: PageGrant, now: string): Promise<boolean> {
  const running = await trx
    .selectFrom("incidents")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("severity", "=", "scheduled")
    .where("starts_at", "<=", now)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}
