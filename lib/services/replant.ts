import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { reviseIncidents } from "#lib/incident-revisions/queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { rebuildTree } from "#lib/services/rules.ts";
import { visibleServices } from "#lib/services/state.ts";
import { listBranchIds } from "#lib/services/tree/queries.ts";

type Place = { id: number; parent_id: number | null; private: boolean };

/**
 * Follows a service that was put elsewhere, made private or shown: the uptimes above it, and, where
 * visitors ceased or began to see it and what is below it, what calendars and feeds tell of its
 * incidents.
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
  const isHidden = (place: Place) => {
    const { id, parent_id, private: own } = place;
    const then = services.map((row) => (row.id === id ? { ...row, parent_id, private: own } : row));
    return !visibleServices(then, null).some((service) => service.id === id);
  };
  const hidden = isHidden(after);
  if (hidden !== isHidden(before)) {
    const service_ids = await listBranchIds(trx, grant, after.id);
    await reviseIncidents(trx, grant, { service_ids });
  }
  return hidden;
}
