import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { isTypeInUse } from "#lib/incidents/queries.ts";
import {
  deleteIncidentTypeRow,
  dropTypeFromSubscriptions,
  dropTypeFromTemplates,
  getIncidentTypeRow,
} from "#lib/incidents/types/queries.ts";
import type { IncidentTypeTarget } from "#lib/incidents/types/read.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Deletes an incident type that no incident has or would have without its updates; templates and
 * subscriptions forget it.
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
      audit: {
        action: "incident_type.delete",
        subject_id: type.id,
        changes: { key: type.key },
      },
      events: [],
    };
  });
}
