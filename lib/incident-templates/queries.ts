import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { IncidentTemplates } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";

export type IncidentTemplateRow = Selectable<IncidentTemplates>;

export async function listIncidentTemplateRows(db: Db, grant: PageGrant): Promise<IncidentTemplateRow[]> {
  return db.selectFrom("incident_templates").selectAll().where("status_page_id", "=", grant.status_page_id).orderBy("id").execute();
}

function template(db: Db, grant: PageGrant, id: number) {
  return db.selectFrom("incident_templates").selectAll().where("status_page_id", "=", grant.status_page_id).where("id", "=", id);
}

/** @throws {AppError} `not_found` */
export async function getIncidentTemplateRow(db: Db, grant: PageGrant, id: number): Promise<IncidentTemplateRow> {
  const row = await template(db, grant, id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} `not_found` */
export async function lockIncidentTemplate(trx: Trx, grant: PageGrant, id: number): Promise<IncidentTemplateRow> {
  const row = await template(trx, grant, id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function insertIncidentTemplate(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<IncidentTemplates>, "status_page_id">,
): Promise<IncidentTemplateRow> {
  return trx
    .insertInto("incident_templates")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateIncidentTemplateRow(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: Updateable<IncidentTemplates>,
): Promise<IncidentTemplateRow> {
  return trx
    .updateTable("incident_templates")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteIncidentTemplateRow(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await trx.deleteFrom("incident_templates").where("status_page_id", "=", grant.status_page_id).where("id", "=", id).execute();
}

/** Takes an incident type that is about to be deleted out of all templates. */
export async function dropTypeFromTemplates(trx: Trx, grant: PageGrant, key: string): Promise<void> {
  await sql`
    update incident_templates set incident_types = array_remove(incident_types, ${key})
    where status_page_id = ${grant.status_page_id} and ${key} = any(incident_types)`.execute(trx);
}
