import type { Selectable } from "kysely";
import type { Db } from "#db/index.ts";
import type { IncidentTypes } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { pageRows } from "#lib/page-rows/queries.ts";

export type IncidentTypeRow = Selectable<IncidentTypes>;

export const {
  get: getIncidentTypeRow,
  insert: insertIncidentType,
  update: updateIncidentTypeRow,
  remove: deleteIncidentTypeRow,
} = pageRows("incident_types");

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
