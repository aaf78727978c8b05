import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { IncidentTypes } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";

export type IncidentTypeRow = Selectable<IncidentTypes>;

/** The page's own incident types, in its order. */
export async function listIncidentTypeRows(db: Db, grant: PageGrant): Promise<IncidentTypeRow[]> {
  return db
    .selectFrom("incident_types")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .orderBy("order")
    .orderBy("id")
    .execute();
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
  return row;
}

export async function insertIncidentType(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<IncidentTypes>, "status_page_id">,
): Promise<IncidentTypeRow> {
  return trx
    .insertInto("incident_types")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateIncidentTypeRow(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: Updateable<IncidentTypes>,
): Promise<IncidentTypeRow> {
  return trx
    .updateTable("incident_types")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteIncidentTypeRow(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await trx.deleteFrom("incident_types").where("status_page_id", "=", grant.status_page_id).where("id", "=", id).execute();
}
