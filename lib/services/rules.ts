import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { checkTarget } from "#lib/core/fields/address.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { namesRefusedTarget } from "#lib/platform/http/http.ts";
import {
  listKnownServiceIds,
  listKnownUserIds,
  listPlainServiceRows,
} from "#lib/services/queries.ts";
import { JsonpathSettings, MonitoringOptions, type UpdateService } from "#lib/services/schema.ts";
import { visibleServices } from "#lib/services/state.ts";
import { isWithin, levelsBelow } from "#lib/services/tree.queries.ts";
import { rebuildServiceDays } from "#lib/services/uptime/queries.ts";

// Limits the work that one tenant's tree can cause.
const MAX_LEVELS = 20;

/**
 * @param serviceId null: a new service
 * @throws {AppError} `invalid` on `parent_id` for an unknown service, a cycle, or too many levels
 */
export async function checkParent(
  trx: Trx,
  grant: PageGrant,
  serviceId: number | null,
  parentId: number | null | undefined,
): Promise<void> {
  if (parentId === null || parentId === undefined) return;
  const known = await listKnownServiceIds(trx, grant, [parentId]);
  if (known.length === 0) throw invalid({ parent_id: [{ code: "unknown" }] });
  if (serviceId !== null && (await isWithin(trx, grant, parentId, serviceId)))
    throw invalid({ parent_id: [{ code: "cycle" }] });
  if ((await levelsBelow(trx, grant, parentId, serviceId, MAX_LEVELS)) > MAX_LEVELS)
    throw invalid({ parent_id: [{ code: "too_nested" }] });
}

/** Whether visitors see none of these services. */
export async function areHidden(
  trx: Trx,
  grant: PageGrant,
  serviceIds: readonly number[],
): Promise<boolean> {
  const visible = visibleServices(await listPlainServiceRows(trx, grant), null);
  return !visible.some(({ id }) => serviceIds.includes(id));
}

export async function checkRecipients(
  trx: Trx,
  grant: PageGrant,
  userIds: number[] | undefined,
): Promise<void> {
  if (!userIds?.length) return;
  const known = await listKnownUserIds(trx, grant, userIds);
  if (known.length < userIds.length)
    throw invalid({ notification_recipients: [{ code: "unknown" }] });
}

type Monitored = { monitoring: string | null; ping_url: string | null };

/** @throws {AppError} `invalid` on `ping_url` when it is missing or names a private target */
export function checkMonitoring({ monitoring, ping_url }: Monitored): void {
  if (monitoring === "internal" && !ping_url) throw invalid({ ping_url: [{ code: "blank" }] });
  if (isPrivateTarget(ping_url)) throw invalid({ ping_url: [{ code: "private_target" }] });
}

/** Checks the name only, without DNS. */
export function isPrivateTarget(ping_url: string | null): boolean {
  const target = ping_url ? checkTarget(ping_url) : null;
  if (target === null || target.kind === "dns") return false;
  return namesRefusedTarget(target.kind === "http" ? target.url : `http://${target.host}`);
}

type Checks = Pick<UpdateService, "monitoring_options" | "webhook_custom_jsonpath_settings">;

/** Columns hold complete objects; `{}` means none. */
export function monitoringColumns({
  monitoring_options: options,
  webhook_custom_jsonpath_settings: settings,
}: Checks) {
  return {
    ...(options !== undefined && {
      monitoring_options: options ? MonitoringOptions.parse(options) : {},
    }),
    ...(settings !== undefined && {
      webhook_custom_jsonpath_settings: settings && JsonpathSettings.parse(settings),
    }),
  };
}

/** Header values may be secrets, so the audit log keeps only their names. */
export function auditable(input: UpdateService): object {
  const { monitoring_options, ...fields } = input;
  if (!monitoring_options) return input;
  const { headers, ...options } = monitoring_options;
  return {
    ...fields,
    monitoring_options: { ...options, ...(headers && { headers: headers.map(({ key }) => key) }) },
  };
}

type Place = { id: number; parent_id: number | null; private: boolean };

/** Rebuilds uptime from a move on. @returns whether visitors cannot see the service now */
export async function rebuildAfterMove(
  trx: Trx,
  grant: PageGrant,
  before: Place,
  after: Place,
): Promise<boolean> {
  const service_ids = [before.parent_id, after.parent_id].filter((id) => id !== null);
  await rebuildServiceDays(trx, grant, { service_ids, from: wireNow(), to: null });
  const services = await listPlainServiceRows(trx, grant);
  return !visibleServices(services, null).some((service) => service.id === after.id);
}
