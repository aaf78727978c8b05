import type { Selectable } from "kysely";
import type { Db } from "#db/index.ts";
import type { IncidentTemplates } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { bytesOfLinks } from "#lib/services/links.queries.ts";

export type IncidentTemplateRow = Selectable<IncidentTemplates>;

const { bytes, ...rows } = pageRows("incident_templates");

export const {
  list: listIncidentTemplateRows,
  get: getIncidentTemplateRow,
  lock: lockIncidentTemplate,
  insert: insertIncidentTemplate,
  update: updateIncidentTemplateRow,
  remove: deleteIncidentTemplateRow,
} = rows;

/** As JSON. */
export async function bytesOfTemplates(db: Db, grant: PageGrant): Promise<number> {
  return bytes(db, grant, bytesOfLinks("incident_template"));
}
