import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { findIncidentRow } from "#lib/incidents/queries.ts";
import { checkTypes } from "#lib/incidents/types/rules.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { listVisibleServiceIds } from "#lib/services/queries.ts";
import { filterOf } from "#lib/subscribers/rules.ts";
import type { SubscriptionFilter } from "#lib/subscribers/schema.ts";
import type { Choice } from "#lib/subscribers/sign-up/schema.ts";
import type { SubscriptionStyle } from "#lib/subscribers/style.ts";

/** A choice of which nothing is missing, and that names nothing its maker cannot see. */
export type Chosen = {
  filter: SubscriptionFilter;
  service_ids: number[];
  incident_types: string[];
  incident_id: number | null;
  style?: SubscriptionStyle;
};

const NOTHING = { service_ids: [], incident_types: [], incident_id: null };

function checkServices(visible: number[] | null, ids: number[]): void {
  if (ids.length === 0) throw invalid({ service_ids: [{ code: "none_chosen" }] });
  if (visible === null) return;
  const seen = new Set(visible);
  if (ids.some((id) => !seen.has(id))) throw invalid({ service_ids: [{ code: "unknown" }] });
}

/**
 * What a visitor chose, as a subscription stores it. Visitors who see only some services can
 * subscribe to no others.
 * @throws {AppError} `invalid`
 */
export async function chosenBy(db: Db, grant: PageGrant, input: Choice): Promise<Chosen> {
  const { style } = input;
  return { ...(await whatIn(db, grant, input)), ...(style && { style }) };
}

async function whatIn(db: Db, grant: PageGrant, input: Choice): Promise<Chosen> {
  const { filter = filterOf(input), service_ids = [], incident_types = [], incident_id } = input;
  const visible = await listVisibleServiceIds(db, grant);
  if (filter === "services") {
    checkServices(visible, service_ids);
    return { ...NOTHING, filter, service_ids };
  }
  if (filter === "incident") {
    const incident = await findIncidentRow(db, grant, incident_id ?? 0);
    if (!incident) throw invalid({ incident_id: [{ code: "unknown" }] });
    return { ...NOTHING, filter, incident_id: incident.id };
  }
  if (grant.sees_only !== null)
    return { ...NOTHING, filter: "services", service_ids: visible ?? [] };
  if (filter === "all") return { ...NOTHING, filter };
  if (incident_types.length === 0) throw invalid({ incident_types: [{ code: "none_chosen" }] });
  await checkTypes(db, grant, incident_types);
  return { ...NOTHING, filter, incident_types };
}

/** Gives a subscription the services that were chosen, as far as they are still there. */
export async function linkChosen(
  trx: Trx,
  grant: PageGrant,
  id: number,
  { service_ids }: Chosen,
): Promise<void> {
  await checkKnown(trx, grant, service_ids);
  await setLinks(trx, grant, "subscription", id, service_ids);
}
