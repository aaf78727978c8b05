import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIntegrationRow, listIntegrationRows } from "#lib/pages/integrations/queries.ts";
import type { Integration } from "#lib/pages/integrations/schema.ts";
import { serializeIntegration } from "#lib/pages/integrations/serialize.ts";

export type IntegrationTarget = PageTarget & { integration_id: number };

/** All integrations of the page by `id`. */
export async function listIntegrations(ctx: Context, target: PageTarget): Promise<Integration[]> {
  const grant = await authorize(ctx, "page.read", target);
  return (await listIntegrationRows(ctx.db, grant)).map(serializeIntegration);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getIntegration(
  ctx: Context,
  target: IntegrationTarget,
): Promise<Integration> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeIntegration(await getIntegrationRow(ctx.db, grant, target.integration_id));
}
