import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { invalid } from "#lib/errors.ts";
import { INCIDENT_UPDATE_TYPES, MAINTENANCE_UPDATE_TYPES, type Severity, type UpdateType } from "#lib/incidents/schema.ts";
import { checkKnown } from "#lib/services/rules.ts";

export function updateTypesOf(severity: Severity): readonly UpdateType[] {
  return severity === "scheduled" ? MAINTENANCE_UPDATE_TYPES : INCIDENT_UPDATE_TYPES;
}

/** The type of an update that names none: the first one opens, later ones inform. */
export function defaultUpdateType(severity: Severity, isFirst: boolean): UpdateType {
  if (!isFirst) return "update";
  return severity === "scheduled" ? "scheduled" : "issue";
}

export function checkUpdateType(severity: Severity, type: UpdateType, path: string): void {
  if (!updateTypesOf(severity).includes(type)) throw invalid({ [path]: [{ code: "wrong_kind" }] });
}

export function checkTimes(severity: Severity, starts_at: string, ends_at: string | null): void {
  if (ends_at === null) return;
  const tooEarly = severity === "scheduled" ? ends_at <= starts_at : ends_at < starts_at;
  if (tooEarly) throw invalid({ ends_at: [{ code: "ends_before_start" }] });
}

export async function checkServices(trx: Trx, grant: PageGrant, serviceIds: number[] | undefined): Promise<number[]> {
  if (!serviceIds || serviceIds.length === 0) throw invalid({ service_ids: [{ code: "needs_service" }] });
  await checkKnown(trx, grant, serviceIds);
  return serviceIds;
}
