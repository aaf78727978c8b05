import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { removesText } from "#lib/core/transaction/outcome.ts";
import { assertBelowLimit, assertFitsInResponse } from "#lib/core/transaction/record-limits.ts";
import { footprintOfType, isTypeInUse, setSeverityOfType } from "#lib/incidents/queries.ts";
import {
  bytesOfIncidentTypes,
  deleteIncidentTypeRow,
  dropTypeFromSubscriptions,
  dropTypeFromTemplates,
  getIncidentTypeRow,
  type IncidentTypeRow,
  insertIncidentType,
  listIncidentTypeRows,
  updateIncidentTypeRow,
} from "#lib/incidents/types/queries.ts";
import {
  type CreateIncidentType,
  type IncidentType,
  MAX_INCIDENT_TYPES,
  type UpdateIncidentType,
} from "#lib/incidents/types/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { rebuildServiceDays } from "#lib/services/uptime/queries.ts";

function serializeIncidentType(row: IncidentTypeRow): IncidentType {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    key: row.key,
    name: row.name,
    color: row.color,
    base_severity: row.base_severity,
    order: row.order,
    translations: row.translations as IncidentType["translations"],
  };
}

type IncidentTypeTarget = PageTarget & { incident_type_id: number };

/** @throws {AppError} `not_found`, `forbidden` */
export async function listIncidentTypes(ctx: Context, target: PageTarget): Promise<IncidentType[]> {
  const grant = await authorize(ctx, "page.read", target);
  return (await listIncidentTypeRows(ctx.db, grant)).map(serializeIncidentType);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getIncidentType(
  ctx: Context,
  target: IncidentTypeTarget,
): Promise<IncidentType> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeIncidentType(await getIncidentTypeRow(ctx.db, grant, target.incident_type_id));
}

/** Last by default. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createIncidentType(
  ctx: Context,
  target: PageTarget,
  input: CreateIncidentType,
): Promise<IncidentType> {
  const grant = await authorize(ctx, "incident_type.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const known = await listIncidentTypeRows(trx, grant);
    if (known.some((type) => type.key === input.key)) throw invalid({ key: [{ code: "taken" }] });
    assertBelowLimit(page, known.length, MAX_INCIDENT_TYPES);
    const order = input.order || (known.at(-1)?.order ?? 0) + 1;
    const type = await insertIncidentType(trx, grant, { ...input, order });
    assertFitsInResponse(page, await bytesOfIncidentTypes(trx, grant));
    return {
      result: serializeIncidentType(type),
      audit: { action: "incident_type.create", subject_id: type.id, changes: input },
      events: [],
    };
  });
}

async function changeSeverity(
  trx: Trx,
  grant: PageGrant,
  type: IncidentTypeRow,
  severity: Severity,
): Promise<void> {
  const crosses = (severity === "scheduled") !== (type.base_severity === "scheduled");
  if (crosses && (await isTypeInUse(trx, grant, type.key)))
    throw invalid({ base_severity: [{ code: "in_use" }] });
  await setSeverityOfType(trx, grant, type.key, severity);
  const footprint = await footprintOfType(trx, grant, type.key);
  if (footprint) await rebuildServiceDays(trx, grant, footprint);
}

/**
 * Changes the given fields. A new base severity also applies to existing incidents and their
 * uptime.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateIncidentType(
  ctx: Context,
  target: IncidentTypeTarget,
  input: UpdateIncidentType,
): Promise<IncidentType> {
  const grant = await authorize(ctx, "incident_type.write", target);
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    const before = await getIncidentTypeRow(trx, grant, target.incident_type_id);
    const { key = before.key, order, base_severity = before.base_severity, ...columns } = input;
    if (key !== before.key) throw invalid({ key: [{ code: "fixed" }] });
    if (base_severity !== before.base_severity)
      await changeSeverity(trx, grant, before, base_severity);
    const after = await updateIncidentTypeRow(trx, grant, before.id, {
      ...columns,
      base_severity,
      ...(order && { order }),
      updated_at: wireNow(),
    });
    if (removesText(before, after)) withdraw("content");
    assertFitsInResponse(page, await bytesOfIncidentTypes(trx, grant));
    return {
      result: serializeIncidentType(after),
      audit: {
        action: "incident_type.update",
        subject_id: after.id,
        changes: input,
        before: serializeIncidentType(before),
      },
      events: [],
      was: { result: serializeIncidentType(before), hidden: [before, after] },
    };
  });
}

/**
 * Deletes an unused incident type and removes it from templates and subscriptions.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function deleteIncidentType(ctx: Context, target: IncidentTypeTarget): Promise<void> {
  const grant = await authorize(ctx, "incident_type.write", target);
  await changePage(ctx, grant, async (trx) => {
    const type = await getIncidentTypeRow(trx, grant, target.incident_type_id);
    if (await isTypeInUse(trx, grant, type.key)) throw invalid({ base: [{ code: "in_use" }] });
    await dropTypeFromTemplates(trx, grant, type.key);
    await dropTypeFromSubscriptions(trx, grant, type.key);
    await deleteIncidentTypeRow(trx, grant, type.id);
    return {
      result: undefined,
      audit: { action: "incident_type.delete", subject_id: type.id, changes: { key: type.key } },
      events: [],
    };
  });
}
