import type { Db } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  getIncidentTemplateRow,
  type IncidentTemplateRow,
  listIncidentTemplateRows,
} from "#lib/incidents/templates/queries.ts";
import type { IncidentTemplate } from "#lib/incidents/templates/schema.ts";
import { serializeIncidentTemplate } from "#lib/incidents/templates/serialize.ts";
import { listLinks } from "#lib/services/links.queries.ts";

export type IncidentTemplateTarget = PageTarget & { incident_template_id: number };

/** Template rows with their services, as the wire has them. */
async function completeIncidentTemplates(
  db: Db,
  grant: PageGrant,
  rows: IncidentTemplateRow[],
): Promise<IncidentTemplate[]> {
  const ids = rows.map((row) => row.id);
  const services = await listLinks(db, grant, "incident_template", ids);
  return rows.map((row) => serializeIncidentTemplate(row, services.get(row.id) ?? []));
}

export async function completeIncidentTemplate(
  db: Db,
  grant: PageGrant,
  row: IncidentTemplateRow,
): Promise<IncidentTemplate> {
  const [complete] = await completeIncidentTemplates(db, grant, [row]);
  return complete as IncidentTemplate;
}

/** All templates of the page, oldest first. @throws {AppError} `not_found`, `forbidden` */
export async function listIncidentTemplates(
  ctx: Context,
  target: PageTarget,
): Promise<IncidentTemplate[]> {
  const grant = await authorize(ctx, "page.read", target);
  return completeIncidentTemplates(ctx.db, grant, await listIncidentTemplateRows(ctx.db, grant));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getIncidentTemplate(
  ctx: Context,
  target: IncidentTemplateTarget,
): Promise<IncidentTemplate> {
  const grant = await authorize(ctx, "page.read", target);
  return completeIncidentTemplate(
    ctx.db,
    grant,
    await getIncidentTemplateRow(ctx.db, grant, target.incident_template_id),
  );
}
