import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { IncidentTypes } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import type { Severity } from "#lib/incidents/schema.ts";

export type IncidentTypeRow = Omit<Selectable<IncidentTypes>, "base_severity"> & { base_severity: Severity };

/** The page's own incident types, in its order. */
export async function listIncidentTypeRows(db: Db, grant: PageGrant): Promise<IncidentTypeRow[]> {
  const rows = await db
    .selectFrom("incident_types")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .orderBy("order")
    .orderBy("id")
    .execute();
  return rows as IncidentTypeRow[];
}

/** @throws {AppError} `not_found` */
export async function getIncidentTypeRow(db: Db, grant: PageGrant, id: number): Promise<IncidentTypeRow> {
  const row = await db
    .selectFrom("incident_types")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row as IncidentTypeRow;
}

export async function insertIncidentType(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<IncidentTypes>, "status_page_id">,
): Promise<IncidentTypeRow> {
  const row = await trx
    .insertInto("incident_types")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as IncidentTypeRow;
}

export async function updateIncidentTypeRow(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: Updateable<IncidentTypes>,
): Promise<IncidentTypeRow> {
  const row = await trx
    .updateTable("incident_types")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as IncidentTypeRow;
}

export async function deleteIncidentTypeRow(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await trx.deleteFrom("incident_types").where("status_page_id", "=", grant.status_page_id).where("id", "=", id).execute();
}
