import { z } from "zod";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { optionalCheckAddress } from "#lib/core/fields/address.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { removesText } from "#lib/core/transaction/outcome.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";
import { keepPastServices } from "#lib/services/past-services.queries.ts";
import {
  getServiceRow,
  lockMonitor,
  type ServiceRow,
  updateServiceRow,
} from "#lib/services/queries.ts";
import { type ServiceTarget, serializeService } from "#lib/services/read.ts";
import { checkReportSettings } from "#lib/services/report-rules.ts";
import {
  auditable,
  checkMonitoring,
  checkParent,
  checkRecipients,
  isPrivateTarget,
  monitoringColumns,
  rebuildAfterMove,
} from "#lib/services/rules.ts";
import { type Service, UpdateService } from "#lib/services/schema.ts";

function columns({ order, ...fields }: UpdateService) {
  return {
    ...fields,
    ...monitoringColumns(fields),
    ...(order && { order }),
    updated_at: wireNow(),
  };
}

function isChanged<T>(given: T | undefined, before: T): boolean {
  return given !== undefined && given !== before;
}

const SHOWING = ["display_uptime_graph", "display_response_time_chart"] as const;

function hidesMore(before: ServiceRow, after: ServiceRow): boolean {
  return SHOWING.some((name) => before[name] && !after[name]);
}

// Triggers on these columns change the service's monitor.
const MONITORED = [
  "monitoring",
  "ping_url",
  "monitoring_options",
  "expected_statuses",
  "heartbeat",
  "webhook_monitoring_service",
] as const;

function changesMonitoring(input: UpdateService): boolean {
  return MONITORED.some((name) => input[name] !== undefined);
}

/**
 * Changes the given fields of a service; a new parent also moves everything below it.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateService(
  ctx: Context,
  target: ServiceTarget,
  input: UpdateService,
): Promise<Service> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    if (changesMonitoring(input)) await lockMonitor(trx, grant, target.service_id);
    const before = await getServiceRow(trx, grant, target.service_id);
    checkMonitoring({
      monitoring: input.monitoring === undefined ? before.monitoring : input.monitoring,
      ping_url: input.ping_url === undefined ? before.ping_url : input.ping_url,
    });
    if (input.parent_id !== before.parent_id)
      await checkParent(trx, grant, before.id, input.parent_id);
    await checkRecipients(trx, grant, input.notification_recipients);
    if (isChanged(input.parent_id, before.parent_id) || isChanged(input.private, before.private))
      await keepPastServices(trx, grant, [before.id], { now: wireNow(), deleted: false });
    await updateServiceRow(trx, grant, before.id, columns(input));
    const after = await getServiceRow(trx, grant, before.id);
    await checkReportSettings(before, after);
    if (after.parent_id !== before.parent_id || after.private !== before.private) {
      if (await rebuildAfterMove(trx, grant, before, after)) withdraw("content");
    }
    if (removesText(before, after) || hidesMore(before, after)) withdraw("content");
    return {
      result: serializeService(grant.subdomain, after),
      audit: {
        action: "service.update",
        subject_id: before.id,
        changes: auditable(input),
        before: auditable(serializeService(grant.subdomain, before)),
      },
      events: [],
      was: { result: serializeService(grant.subdomain, before), hidden: [before, after] },
    };
  });
}

/** Addresses by service id. */
export const StartChecks = z.object({ address: z.record(z.string(), optionalCheckAddress()) });
export type StartChecks = z.output<typeof StartChecks>;

type Given = [id: string, ping_url: string];

function idOf(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw notFound();
  return id;
}

/** @throws {AppError} `invalid` */
function check(ids: readonly string[], given: readonly Given[]): void {
  const refused = given.filter(([, ping_url]) => isPrivateTarget(ping_url));
  const errors = [
    ...(given.length === 0 ? ids : []).map((id) => [`address.${id}`, [{ code: "blank" }]]),
    ...refused.map(([id]) => [`address.${id}`, [{ code: "private_target" }]]),
  ];
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/**
 * Starts checking services at the given addresses; those without an address are unchanged.
 * @returns the number of services changed
 * @throws {AppError} `not_found`, `forbidden`; `invalid` on `address.{id}`
 */
export async function startChecks(
  ctx: Context,
  { subdomain }: PageTarget,
  { address }: StartChecks,
): Promise<number> {
  const given = Object.entries(address).filter((each): each is Given => Boolean(each[1]));
  check(Object.keys(address), given);
  const wanted = given.map(([id, ping_url]) => ({ service_id: idOf(id), ping_url }));
  for (const { service_id, ping_url } of wanted) {
    const input = parseInput(UpdateService, { monitoring: "internal", ping_url });
    await updateService(ctx, { subdomain, service_id }, input);
  }
  return given.length;
}
