import type { Admin } from "#app/(admin)/_open.ts";
import { vendorOf } from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { listIntegrations } from "#lib/integrations/read.ts";
import { outline } from "#lib/services/outline.ts";
import { listPlainServices } from "#lib/services/read.ts";

export type Source = { id: number; name: string };

/** Services whose checks can feed a metric. */
export async function readWatched({ ctx, page }: Admin): Promise<Source[]> {
  const services = outline(await listPlainServices(ctx, page));
  return services.map(({ id, name, depth }) => ({ id, name: `${"– ".repeat(depth)}${name}` }));
}

/** Where entries can come from. */
export async function readIntegrations({ ctx, page }: Admin): Promise<Source[]> {
  const integrations = await listIntegrations(ctx, page);
  return integrations.map(({ id, name }) => ({ id, name: `${vendorOf(name)} (${id})` }));
}
