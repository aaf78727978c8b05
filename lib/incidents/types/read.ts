import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIncidentTypeRow, listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import type { IncidentType } from "#lib/incidents/types/schema.ts";
import { serializeIncidentType } from "#lib/incidents/types/serialize.ts";

export type IncidentTypeTarget = PageTarget & { incident_type_id: number };

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
