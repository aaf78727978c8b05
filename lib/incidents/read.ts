import type { Db } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type IncidentFilter, listIncidentRows } from "#lib/incidents/list.queries.ts";
import { getIncidentRow, type IncidentRow } from "#lib/incidents/queries.ts";
import { listRecurrences } from "#lib/incidents/recurrence/queries.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { serializeIncident } from "#lib/incidents/serialize.ts";
import {
  type Author,
  listAuthors,
  listUpdates,
} from "#lib/incidents/updates/incident-updates.queries.ts";
import { renderUpdates } from "#lib/incidents/updates/render.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { listLinks } from "#lib/services/links.queries.ts";

/** Visitors read what was learned once it is over. */
function mayReadPostmortem({ sees_private }: PageGrant, { ends_at }: IncidentRow): boolean {
  return sees_private || (ends_at !== null && ends_at <= wireNow());
}

export type IncidentTarget = PageTarget & { incident_id: number };
export type IncidentUpdateTarget = IncidentTarget & { update_id: number };

/** Incident rows with their services and updates, as the wire has them. */
export async function completeIncidents(
  db: Db,
  grant: PageGrant,
  rows: IncidentRow[],
): Promise<Incident[]> {
  const ids = rows.map((row) => row.id);
  const planned = rows.filter(({ severity }) => severity === "scheduled").map(({ id }) => id);
  const [affected, updates, rules] = await Promise.all([
    listLinks(db, grant, "incident", ids),
    listUpdates(db, grant, ids),
    listRecurrences(db, grant, planned),
  ]);
  const rendered = await renderUpdates(updates.values());
  return rows.map((row) => {
    const [service_ids = [], posted = []] = [affected.get(row.id), updates.get(row.id)];
    const told = mayReadPostmortem(grant, row) ? row : { ...row, postmortem: null };
    const recurring = { ...told, recurrence: rules.get(row.id) };
    return serializeIncident(grant, recurring, service_ids, posted, rendered);
  });
}

/** Newest first by `starts_at`; visitors see what concerns public services. */
export async function listIncidents(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: IncidentFilter,
): Promise<Listed<Incident>> {
  const grant = await openPage(ctx, target);
  return listIncidentRows(ctx.db, grant, slice, { filter, at: wireNow() }, (rows) =>
    completeIncidents(ctx.db, grant, rows),
  );
}

/** @throws {AppError} `not_found` */
export async function getIncident(ctx: Context, target: IncidentTarget): Promise<Incident> {
  const grant = await openPage(ctx, target);
  const row = await getIncidentRow(ctx.db, grant, target.incident_id);
  const [incident] = await completeIncidents(ctx.db, grant, [row]);
  return incident as Incident;
}

/**
 * Who posted each update of an incident, by the id of the update.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readAuthors(
  ctx: Context,
  target: IncidentTarget,
): Promise<Map<number, Author>> {
  return listAuthors(ctx.db, await authorize(ctx, "page.read", target), target.incident_id);
}
