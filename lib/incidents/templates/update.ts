import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { checkKnown } from "#lib/core/transaction/known-services.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { checkTogether } from "#lib/core/transaction/room.ts";
import {
  bytesOfTemplates,
  lockIncidentTemplate,
  updateIncidentTemplateRow,
} from "#lib/incidents/templates/queries.ts";
import {
  completeIncidentTemplate,
  type IncidentTemplateTarget,
} from "#lib/incidents/templates/read.ts";
import type { IncidentTemplate, UpdateIncidentTemplate } from "#lib/incidents/templates/schema.ts";
import { checkTypes } from "#lib/incidents/types/rules.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { setLinks } from "#lib/services/links.queries.ts";

/**
 * Changes the given fields of a template.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
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
    checkTogether(page, await bytesOfTemplates(trx, grant));
    return {
      result: await completeIncidentTemplate(trx, grant, template),
      audit: {
        action: "incident_template.update",
        subject_id: id,
        changes: input,
        before,
      },
      events: [],
      was: { result: before, hidden: [row, template] },
    };
  });
}
