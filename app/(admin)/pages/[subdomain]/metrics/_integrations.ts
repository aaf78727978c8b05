import type { Admin } from "#app/(admin)/_open.ts";
import { listIntegrations } from "#lib/integrations/read.ts";

/** Where entries can come from. */
export async function readIntegrations({
  ctx,
  page,
}: Admin): Promise<{ id: number; name: string }[]> {
  const integrations = await listIntegrations(ctx, page);
  return integrations.map(({ id, name }) => ({ id, name: `${name} ${id}` }));
}
