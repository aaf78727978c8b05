import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { notAhead } from "#lib/core/fields/time.ts";
import type { Context } from "#lib/core/request/context.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import {
  INCIDENT_UPDATE_TYPES,
  MAINTENANCE_UPDATE_TYPES,
  type UpdateType,
} from "#lib/incidents/schema.ts";
import { isWithdrawal } from "#lib/incidents/state.ts";
import { wasAnnounced } from "#lib/incidents/updates/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

export function updateTypesOf(severity: Severity): readonly UpdateType[] {
  return severity === "scheduled" ? MAINTENANCE_UPDATE_TYPES : INCIDENT_UPDATE_TYPES;
}

export function defaultUpdateType(severity: Severity, isFirst: boolean): UpdateType {
  if (!isFirst) return "update";
  return severity === "scheduled" ? "scheduled" : "issue";
}

function checkUpdateType(severity: Severity, type: UpdateType, path: string): void {
  if (!updateTypesOf(severity).includes(type)) throw invalid({ [path]: [{ code: "wrong_kind" }] });
}

/**
 * An incident cannot end before it starts; a maintenance can: it is then called off. Neither can
 * start after its end. Only a past one is recorded retroactively.
 * @throws {AppError} `invalid` on type or time; `path` is the update's place in the input, as
 *   `updates.0.`
 */
export function checkUpdate(
  { severity, starts_at, ends_at }: Pick<IncidentRow, "severity" | "starts_at" | "ends_at">,
  type: UpdateType,
  posted_at: string,
  path = "",
): void {
  checkUpdateType(severity, type, `${path}type`);
  if (type === "resolved" && severity !== "scheduled" && posted_at < starts_at)
    throw invalid({ [`${path}posted_at`]: [{ code: "ends_before_start" }] });
  const isStart = type === "started" || type === "essential";
  if (isStart && isOverAt({ ends_at }, posted_at))
    throw invalid({ [`${path}type`]: [{ code: "starts_after_end" }] });
  if (type === "retroactive" && !isOverAt({ ends_at }, wireNow()))
    throw invalid({ [`${path}type`]: [{ code: "not_over" }] });
}

export function isOverAt({ ends_at }: Pick<IncidentRow, "ends_at">, time: string): boolean {
  return ends_at !== null && ends_at <= time;
}

type Posted = { type: UpdateType; posted_at: string };

/**
 * Whether subscribers are notified of an update that says nothing of it: whoever heard of a
 * maintenance hears that it does not take place as planned.
 */
export async function isNewsOwed(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  update: Posted,
): Promise<boolean> {
  return isWithdrawal(update, incident) && wasAnnounced(trx, grant, incident.id);
}

/** Checks an edited update only if its type or time changes. */
export function checkEditedUpdate(
  incident: Parameters<typeof checkUpdate>[0],
  before: Posted,
  { type = before.type, posted_at = before.posted_at }: Partial<Posted>,
  path = "",
): void {
  if (type !== before.type || posted_at !== before.posted_at)
    checkUpdate(incident, type, posted_at, path);
}

/** The user who posts an update; null: an API key or the program. */
export function authorOf({ actor }: Context): number | null {
  return actor.kind === "user" ? actor.user_id : null;
}

/** @throws {AppError} `invalid` on `starts_at` when an incident starts in the future */
export function startOf(severity: Severity, starts_at: string): string {
  const checked = severity === "scheduled" ? { time: starts_at } : notAhead(starts_at);
  if ("refusal" in checked) throw invalid({ starts_at: [checked.refusal] });
  return checked.time;
}

export function checkTimes(severity: Severity, starts_at: string, ends_at: string | null): void {
  if (ends_at === null) return;
  const tooEarly = severity === "scheduled" ? ends_at <= starts_at : ends_at < starts_at;
  if (tooEarly) throw invalid({ ends_at: [{ code: "ends_before_start" }] });
}

/** @param path the update's place in the input, as `updates.0.` @throws {AppError} `invalid` */
export async function checkNamed(
  trx: Trx,
  grant: PageGrant,
  serviceIds: readonly number[] | null | undefined,
  path = "",
): Promise<void> {
  if (serviceIds) await checkKnown(trx, grant, serviceIds, `${path}service_ids`);
}

export async function checkServices(
  trx: Trx,
  grant: PageGrant,
  serviceIds: number[] | undefined,
): Promise<number[]> {
  if (!serviceIds || serviceIds.length === 0)
    throw invalid({ service_ids: [{ code: "needs_service" }] });
  await checkKnown(trx, grant, serviceIds);
  return serviceIds;
}
