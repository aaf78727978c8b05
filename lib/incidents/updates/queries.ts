import type { Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { IncidentUpdates } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import { pageRows } from "#lib/page-rows/queries.ts";

export type UpdateRow = Selectable<IncidentUpdates>;

export const { insert: insertUpdate, update: updateUpdateRow, remove: deleteUpdateRow } = pageRows("incident_updates");

function byIncident(incidentIds: number[], rows: UpdateRow[]): Map<number, UpdateRow[]> {
  const updates = new Map<number, UpdateRow[]>(incidentIds.map((id) => [id, []]));
  for (const row of rows) updates.get(row.incident_id)?.push(row);
  return updates;
}

/** The updates of each incident, newest first. */
export async function listUpdates(db: Db, grant: PageGrant, incidentIds: number[]): Promise<Map<number, UpdateRow[]>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_updates")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "in", incidentIds)
    .orderBy("posted_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return byIncident(incidentIds, rows);
}

export async function hasUpdates(db: Db, grant: PageGrant, incidentId: number): Promise<boolean> {
  const found = await db
    .selectFrom("incident_updates")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** @throws {AppError} `not_found` */
export async function getUpdate(trx: Trx, grant: PageGrant, incidentId: number, updateId: number): Promise<UpdateRow> {
  const row = await trx
    .selectFrom("incident_updates")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .where("id", "=", updateId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
