import { isHiddenFromSome } from "#lib/access-groups/rules.ts";
import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { eraseIncidents } from "#lib/incidents/erase.ts";
import { eraseInfoNotices } from "#lib/info-notices/publish.ts";
import { listConcerningOnly } from "#lib/services/links/queries.ts";
import { deleteServiceRow, getServiceRow, promoteChildren } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { rebuildTree } from "#lib/services/rules.ts";

/**
 * Deletes a service; its children move up to its parent. Incidents and notices stay, except those that concerned only this service while it was
 * hidden from anybody: without it they would show.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteService(ctx: Context, target: ServiceTarget): Promise<void> {
  const grant = await authorize(ctx, "service.write", target);
  await changePage(ctx, grant, async (trx, page) => {
    const service = await getServiceRow(trx, grant, target.service_id);
    if (await isHiddenFromSome(trx, grant, page, service.id)) {
      await eraseIncidents(trx, grant, await listConcerningOnly(trx, grant, "incident", service.id));
      await eraseInfoNotices(trx, grant, await listConcerningOnly(trx, grant, "info_notice", service.id));
    }
    await promoteChildren(trx, grant, service, wireNow());
    await deleteServiceRow(trx, grant, service.id);
    await rebuildTree(trx, grant, [service.parent_id]);
    await audit(trx, ctx, grant, { action: "service.delete", subject_id: service.id, changes: { name: service.name } });
  });
}
