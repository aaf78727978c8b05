import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { rebuildTree } from "#lib/services/rules.ts";
import { visibleServices } from "#lib/services/state.ts";

type Place = { id: number; parent_id: number | null; private: boolean };

/**
 * Follows a service that was put elsewhere, made private or shown: the uptimes above it.
 * @returns whether visitors do not see it now
 */
export async function replant(
  trx: Trx,
  grant: PageGrant,
  before: Place,
  after: Place,
): Promise<boolean> {
  await rebuildTree(trx, grant, [before.parent_id, after.parent_id]);
  const services = await listPlainServiceRows(trx, grant);
  return !visibleServices(services, null).some((service) => service.id === after.id);
}
