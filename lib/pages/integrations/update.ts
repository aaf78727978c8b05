import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  type IntegrationRow,
  lockIntegration,
  updateIntegrationRow,
} from "#lib/pages/integrations/queries.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/read.ts";
import {
  auditable,
  checkName,
  checkSecretsGiven,
  checkServices,
  checkTargets,
  columnsOf,
} from "#lib/pages/integrations/rules.ts";
import type { Integration, UpdateIntegration } from "#lib/pages/integrations/schema.ts";
import { serializeIntegration } from "#lib/pages/integrations/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** Its secrets, above all. */
function hiddenOf({ fields: _, settings: __, ...columns }: IntegrationRow): object {
  return columns;
}

/**
 * Changes the given fields of an integration; a secret that is not given, empty or masked is kept.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for another kind, or when a kept secret
 *   would be sent elsewhere
 */
export async function updateIntegration(
  ctx: Context,
  target: IntegrationTarget,
  input: UpdateIntegration,
): Promise<Integration> {
  const grant = await authorize(ctx, "integration.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const current = await lockIntegration(trx, grant, target.integration_id);
    const { name, ...fields } = input;
    checkName(current, name);
    checkTargets({ ...fields, name: current.name });
    await checkServices(trx, grant, fields, current);
    const changes = columnsOf(current, fields);
    checkSecretsGiven(current, changes);
    const row = await updateIntegrationRow(trx, grant, current.id, {
      ...changes,
      updated_at: wireNow(),
    });
    return {
      result: serializeIntegration(row),
      audit: {
        action: "integration.update",
        subject_id: row.id,
        changes: auditable(input),
        before: auditable({
          ...serializeIntegration(current),
          key: undefined,
          password: undefined,
        }),
      },
      events: [],
      was: { result: serializeIntegration(current), hidden: [hiddenOf(current), hiddenOf(row)] },
    };
  });
}
