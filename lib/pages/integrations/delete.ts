import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { deleteIntegrationRow } from "#lib/pages/integrations/queries.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/read.ts";

/**
 * Deletes an integration and its secrets; metrics that came from it stay.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteIntegration(ctx: Context, target: IntegrationTarget): Promise<void> {
  const grant = await authorize(ctx, "integration.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, name } = await deleteIntegrationRow(trx, grant, target.integration_id);
    return {
      result: undefined,
      audit: { action: "integration.delete", subject_id: id, changes: { name } },
      events: [],
    };
  });
}
