import { audit } from "#lib/audit/queries.ts";
import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import { changeRecords } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { insertIntegration } from "#lib/integrations/queries.ts";
import { auditable, columnsOf } from "#lib/integrations/rules.ts";
import type { CreateIntegration, Integration } from "#lib/integrations/schema.ts";
import { serializeIntegration } from "#lib/integrations/serialize.ts";

/** @throws {AppError} `not_found`, `forbidden` */
export async function createIntegration(ctx: Context, target: PageTarget, input: CreateIntegration): Promise<Integration> {
  const grant = await authorize(ctx, "integration.write", target);
  const { name, ...fields } = input;
  return changeRecords(ctx, grant, async (trx) => {
    const row = await insertIntegration(trx, grant, { name, ...columnsOf({ name, key_hint: null }, fields) });
    await audit(trx, ctx, grant, { action: "integration.create", subject_id: row.id, changes: auditable(input) });
    return serializeIntegration(row);
  });
}
