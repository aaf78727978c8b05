import { type Selectable, sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { IncidentTemplates } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { pageRows } from "#lib/page-rows/queries.ts";

export type IncidentTemplateRow = Selectable<IncidentTemplates>;

export const {
  list: listIncidentTemplateRows,
  get: getIncidentTemplateRow,
  lock: lockIncidentTemplate,
  insert: insertIncidentTemplate,
  update: updateIncidentTemplateRow,
  remove: deleteIncidentTemplateRow,
} = pageRows("incident_templates");

/** Takes an incident type that is about to be deleted out of all templates. */
export async function dropTypeFromTemplates(trx: Trx, grant: PageGrant, key: string): Promise<void> {
  await sql`
    update incident_templates set incident_types = array_remove(incident_types, ${key})
    where status_page_id = ${grant.status_page_id} and ${key} = any(incident_types)`.execute(trx);
}
