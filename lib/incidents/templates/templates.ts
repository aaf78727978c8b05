import type { Db } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertFitsInResponse } from "#lib/core/transaction/record-limits.ts";
import {
  bytesOfTemplates,
  deleteIncidentTemplateRow,
  getIncidentTemplateRow,
  type IncidentTemplateRow,
  insertIncidentTemplate,
  listIncidentTemplateRows,
  lockIncidentTemplate,
  updateIncidentTemplateRow,
} from "#lib/incidents/templates/queries.ts";
import type {
  CreateIncidentTemplate,
  IncidentTemplate,
  UpdateIncidentTemplate,
} from "#lib/incidents/templates/schema.ts";
import { checkTypes } from "#lib/incidents/types/rules.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { listLinks, setLinks } from "#lib/services/links.queries.ts";

type IncidentTemplateTarget = PageTarget & { incident_template_id: number };

async function completeIncidentTemplates(
  db: Db,
  grant: PageGrant,
  rows: IncidentTemplateRow[],
): Promise<IncidentTemplate[]> {
  const ids = rows.map((row) => row.id);
  const services = await listLinks(db, grant, "incident_template", ids);
  return rows.map((row) => serializeIncidentTemplate(row, services.get(row.id) ?? []));
}

async function completeIncidentTemplate(
  db: Db,
  grant: PageGrant,
  row: IncidentTemplateRow,
): Promise<IncidentTemplate> {
  const [complete] = await completeIncidentTemplates(db, grant, [row]);
  return complete as IncidentTemplate;
}

/** Oldest first. @throws {AppError} `not_found`, `forbidden` */
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

function serializeIncidentTemplate(
  row: IncidentTemplateRow,
  service_ids: number[],
): IncidentTemplate {
  const { id, name, title, description, incident_types } = row;
  const translations = row.translations as IncidentTemplate["translations"];
  return { id, name, title, description, service_ids, incident_types, translations };
}

/** @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createIncidentTemplate(
  ctx: Context,
  target: PageTarget,
  input: CreateIncidentTemplate,
): Promise<IncidentTemplate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    const { service_ids = [], ...columns } = input;
    await checkKnown(trx, grant, service_ids);
    await checkTypes(trx, grant, input.incident_types ?? []);
    const template = await insertIncidentTemplate(trx, grant, columns);
    await setLinks(trx, grant, "incident_template", template.id, service_ids);
    assertFitsInResponse(page, await bytesOfTemplates(trx, grant));
    return {
      result: await completeIncidentTemplate(trx, grant, template),
      audit: { action: "incident_template.create", subject_id: template.id, changes: input },
      events: [],
    };
  });
}

/** @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function updateIncidentTemplate(
  ctx: Context,
  target: IncidentTemplateTarget,
  input: UpdateIncidentTemplate,
): Promise<IncidentTemplate> {
  const grant = await authorize(ctx, "incident.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    const row = await lockIncidentTemplate(trx, grant, target.incident_template_id);
    const { id } = row;
    const before = await completeIncidentTemplate(trx, grant, row);
    const { service_ids, ...columns } = input;
    await checkTypes(trx, grant, input.incident_types ?? []);
    if (service_ids) {
      await checkKnown(trx, grant, service_ids);
      await setLinks(trx, grant, "incident_template", id, service_ids);
    }
    const template = await updateIncidentTemplateRow(trx, grant, id, {
      ...columns,
      updated_at: wireNow(),
    });
    assertFitsInResponse(page, await bytesOfTemplates(trx, grant));
    return {
      result: await completeIncidentTemplate(trx, grant, template),
      audit: { action: "incident_template.update", subject_id: id, changes: input, before },
      events: [],
      was: { result: before, hidden: [row, template] },
    };
  });
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function deleteIncidentTemplate(
  ctx: Context,
  target: IncidentTemplateTarget,
): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, name } = await deleteIncidentTemplateRow(trx, grant, target.incident_template_id);
    return {
      result: undefined,
      audit: { action: "incident_template.delete", subject_id: id, changes: { name } },
      events: [],
    };
  });
}
