import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type Declared, redeclare } from "#lib/incidents/declared.ts";
import { type IncidentRow, updateIncidentRow } from "#lib/incidents/queries.ts";
import type { LockedIncident } from "#lib/incidents/recompute.ts";
import { newestUpdateId } from "#lib/incidents/updates/queries.ts";
import { laterOf } from "#lib/platform/clock.ts";

/**
 * Declares the services of an open incident from a moment on, but not before they changed last: a
 * list says which services there are, not which came. The caller recomputes the incident.
 */
export async function declareServices(
  trx: Trx,
  grant: PageGrant,
  { incident, before }: LockedIncident,
  service_ids: readonly number[],
  from: string,
): Promise<IncidentRow> {
  const declared = incident.declared as Declared;
  const last = declared.service_ids?.changes?.map(({ at }) => at).reduce(laterOf, from) ?? from;
  const change = {
    after: await newestUpdateId(trx, grant, incident.id),
    ...{ now: last, isOpen: true, reopened: [] },
  };
  const inForce = { ...incident, service_ids: before.service_ids };
  const now = redeclare(declared, inForce, { service_ids }, change);
  return updateIncidentRow(trx, grant, incident.id, { declared: now });
}
