import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { IncidentTypes } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";

export type IncidentTypeRow = Selectable<IncidentTypes>;

export const {
  bytes: bytesOfIncidentTypes,
  get: getIncidentTypeRow,
  insert: insertIncidentType,
  update: updateIncidentTypeRow,
  remove: deleteIncidentTypeRow,
} = pageRows("incident_types");

/** In display order. */
export async function listIncidentTypeRows(db: Db, grant: PageGrant): Promise<IncidentTypeRow[]> {
  return db
    .selectFrom("incident_types")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .orderBy("order")
    .orderBy("id")
    .execute();
}

export async function dropTypeFromTemplates(
  trx: Trx,
  grant: PageGrant,
  key: string,
): Promise<void> {
  await sql`
    update incident_templates set incident_types = array_remove(incident_types, ${key})
    where status_page_id = ${grant.status_page_id} and ${key} = any(incident_types)`.execute(trx);
}

export async function dropTypeFromSubscriptions(
  trx: Trx,
  grant: PageGrant,
  key: string,
): Promise<void> {
  await sql`
    update subscriptions set incident_types = array_remove(incident_types, ${key})
    where status_page_id = ${grant.status_page_id} and incident_types <> '{}'
      and ${key} = any(incident_types)`.execute(trx);
}
