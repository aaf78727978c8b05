import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { deleteIncidentTemplateRow } from "#lib/incidents/templates/queries.ts";
import type { IncidentTemplateTarget } from "#lib/incidents/templates/read.ts";

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
      audit: {
        action: "incident_template.delete",
        subject_id: id,
        changes: { name },
      },
      events: [],
    };
  });
}
