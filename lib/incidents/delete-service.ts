import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { EventDraft } from "#lib/core/events/record.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { eraseIncidents } from "#lib/incidents/delete.ts";
import { listEverAffected } from "#lib/incidents/impacts.queries.ts";
import { eraseInfoNotices } from "#lib/incidents/info-notices/delete.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { isHiddenFromSome } from "#lib/services/access-groups/access-groups.ts";
import { listConcerningOnly } from "#lib/services/links.queries.ts";
import { hideMetricsOf } from "#lib/services/metrics/queries.ts";
import { keepPastIncidents, keepPastServices } from "#lib/services/past-services.queries.ts";
import { deleteServiceRow, getServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { promoteChildren } from "#lib/services/tree.queries.ts";
import { rebuildServiceDays } from "#lib/services/uptime/queries.ts";

async function eraseConcerned(
  trx: Trx,
  grant: PageGrant,
  service_id: number,
): Promise<{ events: EventDraft[]; affected: number[] }> {
  const incidents = await listConcerningOnly(trx, grant, "incident", service_id);
  const notices = await listConcerningOnly(trx, grant, "info_notice", service_id);
  await hideMetricsOf(trx, grant, service_id);
  const affected = await listEverAffected(trx, grant, incidents);
  const events = [
    ...(await eraseIncidents(trx, grant, incidents)),
    ...(await eraseInfoNotices(trx, grant, notices)),
  ];
  return { events, affected };
}

// One letter for all that are deleted meanwhile, and time to choose before it.
const ASK_AFTER_S = 10 * 60;

async function askLater(trx: Trx, { status_page_id }: PageGrant): Promise<void> {
  const run_at = later(wireNow(), ASK_AFTER_S);
  const key = `ask-to-choose:${status_page_id}`;
  await enqueue(trx, "ask-to-choose", { status_page_id }, { run_at, key });
}

/**
 * Deletes a service; its children move up to its parent. Incidents and notices that concern only a
 * hidden service are deleted with it: without the service they would become public, and so would
 * its metrics.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteService(ctx: Context, target: ServiceTarget): Promise<void> {
  const grant = await authorize(ctx, "service.write", target);
  await changePage(ctx, grant, async (trx, page, withdraw) => {
    const service = await getServiceRow(trx, grant, target.service_id);
    const isHidden = await isHiddenFromSome(trx, grant, page, service.id);
    const { events, affected } = isHidden
      ? await eraseConcerned(trx, grant, service.id)
      : { events: [], affected: [] };
    const now = wireNow();
    await keepPastIncidents(trx, grant, service.id, now);
    await keepPastServices(trx, grant, service.children_ids, { now, deleted: false });
    await keepPastServices(trx, grant, [service.id], { now, deleted: true });
    await promoteChildren(trx, grant, service, now);
    await deleteServiceRow(trx, grant, service.id);
    await askLater(trx, grant);
    withdraw("content");
    const always = { from: "0001-01-01T00:00:00", to: null };
    await rebuildServiceDays(trx, grant, { service_ids: [service.id, ...affected], ...always });
    return {
      result: undefined,
      audit: { action: "service.delete", subject_id: service.id, changes: { name: service.name } },
      events,
    };
  });
}

/** Children go before their parents. @throws {AppError} `not_found`, `forbidden` */
export async function deleteServices(
  ctx: Context,
  { subdomain }: PageTarget,
  ids: readonly number[],
): Promise<void> {
  for (const service_id of ids.toReversed()) await deleteService(ctx, { subdomain, service_id });
}
