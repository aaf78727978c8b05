import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { checkRoom } from "#lib/core/transaction/record-limits.ts";
import { insertIntegration, listIntegrationRows } from "#lib/pages/integrations/queries.ts";
import {
  auditable,
  checkAddress,
  checkServices,
  checkTargets,
  columnsOf,
} from "#lib/pages/integrations/rules.ts";
import {
  type CreateIntegration,
  type Integration,
  MAX_INTEGRATIONS,
} from "#lib/pages/integrations/schema.ts";
import { serializeIntegration } from "#lib/pages/integrations/serialize.ts";

/** @throws {AppError} `not_found`, `forbidden` */
export async function createIntegration(
  ctx: Context,
  target: PageTarget,
  input: CreateIntegration,
): Promise<Integration> {
  const grant = await authorize(ctx, "integration.write", target);
  checkAddress(input);
  checkTargets(input);
  const { name, ...fields } = input;
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    await checkServices(trx, grant, input);
    checkRoom(page, (await listIntegrationRows(trx, grant)).length, MAX_INTEGRATIONS);
    const row = await insertIntegration(trx, grant, {
      name,
      ...columnsOf({ name, key_hint: null }, fields),
    });
    return {
      result: serializeIntegration(row),
      audit: { action: "integration.create", subject_id: row.id, changes: auditable(input) },
      events: [],
    };
  });
}
