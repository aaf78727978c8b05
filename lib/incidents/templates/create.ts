import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { checkKnown } from "#lib/core/transaction/known-services.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { checkTogether } from "#lib/core/transaction/room.ts";
import { bytesOfTemplates, insertIncidentTemplate } from "#lib/incidents/templates/queries.ts";
import { completeIncidentTemplate } from "#lib/incidents/templates/read.ts";
import type { CreateIncidentTemplate, IncidentTemplate } from "#lib/incidents/templates/schema.ts";
import { checkTypes } from "#lib/incidents/types/rules.ts";
import { setLinks } from "#lib/services/links.queries.ts";

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
    checkTogether(page, await bytesOfTemplates(trx, grant));
    return {
      result: await completeIncidentTemplate(trx, grant, template),
      audit: {
        action: "incident_template.create",
        subject_id: template.id,
        changes: input,
      },
      events: [],
    };
  });
}
