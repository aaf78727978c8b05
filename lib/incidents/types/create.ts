import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkRoom, checkTogether } from "#lib/core/transaction/room.ts";
import {
  bytesOfIncidentTypes,
  insertIncidentType,
  listIncidentTypeRows,
} from "#lib/incidents/types/queries.ts";
import {
  type CreateIncidentType,
  type IncidentType,
  MAX_INCIDENT_TYPES,
} from "#lib/incidents/types/schema.ts";
import { serializeIncidentType } from "#lib/incidents/types/serialize.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Adds an incident type, last unless an order is given.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createIncidentType(
  ctx: Context,
  target: PageTarget,
  input: CreateIncidentType,
): Promise<IncidentType> {
  const grant = await authorize(ctx, "incident_type.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const known = await listIncidentTypeRows(trx, grant);
    if (known.some((type) => type.key === input.key)) throw invalid({ key: [{ code: "taken" }] });
    checkRoom(page, known.length, MAX_INCIDENT_TYPES);
    const order = input.order || (known.at(-1)?.order ?? 0) + 1;
    const type = await insertIncidentType(trx, grant, { ...input, order });
    checkTogether(page, await bytesOfIncidentTypes(trx, grant));
    return {
      result: serializeIncidentType(type),
      audit: {
        action: "incident_type.create",
        subject_id: type.id,
        changes: input,
      },
      events: [],
    };
  });
}
