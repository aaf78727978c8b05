import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkTogether } from "#lib/core/transaction/room.ts";
import { takesBack } from "#lib/core/transaction/texts.ts";
import { footprintOfType, isTypeInUse, setSeverityOfType } from "#lib/incidents/queries.ts";
import {
  bytesOfIncidentTypes,
  getIncidentTypeRow,
  type IncidentTypeRow,
  updateIncidentTypeRow,
} from "#lib/incidents/types/queries.ts";
import type { IncidentTypeTarget } from "#lib/incidents/types/read.ts";
import type { IncidentType, UpdateIncidentType } from "#lib/incidents/types/schema.ts";
import { serializeIncidentType } from "#lib/incidents/types/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { rebuildServiceDays } from "#lib/services/uptime/queries.ts";

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
 * Changes the given fields of an incident type. With its base severity, that of its incidents
 * changes, and the uptime they left.
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
    if (takesBack(before, after)) withdraw("content");
    checkTogether(page, await bytesOfIncidentTypes(trx, grant));
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
