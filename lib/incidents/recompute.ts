import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { severityOf } from "#lib/incident-types/rules.ts";
import { type IncidentRow, updateIncidentRow } from "#lib/incidents/queries.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { inForce } from "#lib/incidents/state.ts";
import { listUpdates } from "#lib/incidents/updates/queries.ts";
import { listLinks } from "#lib/services/links/queries.ts";
import { rebuildServiceDays } from "#lib/uptime/queries.ts";

/** What an incident did to services before a change: `null` when it did not exist. */
export type Footprint = { starts_at: string; ends_at: string | null; service_ids: number[] } | null;

export async function footprintOf(trx: Trx, grant: PageGrant, row: IncidentRow): Promise<Footprint> {
  const affected = await listLinks(trx, grant, "incident", [row.id]);
  return { starts_at: row.starts_at, ends_at: row.ends_at, service_ids: affected.get(row.id) ?? [] };
}

/** Recomputes the uptime of every service and day that an incident touched before or touches now. Open ones are counted when read. */
export async function rebuildUptime(trx: Trx, grant: PageGrant, before: Footprint, after: Footprint): Promise<void> {
  const ended = [before, after].filter((footprint) => footprint !== null && footprint.ends_at !== null);
  if (ended.length === 0) return;
  const starts = ended.map((footprint) => footprint?.starts_at ?? "").sort();
  const ends = ended.map((footprint) => footprint?.ends_at ?? "").sort();
  const service_ids = [...new Set([...(before?.service_ids ?? []), ...(after?.service_ids ?? [])])];
  await rebuildServiceDays(trx, grant, { service_ids, from: starts[0] ?? "", to: ends.at(-1) ?? null });
}

/** Brings an incident in line with its updates and everything derived from it, after any change. @returns the incident as the wire has it */
export async function settle(trx: Trx, grant: PageGrant, incident: IncidentRow, before: Footprint): Promise<Incident> {
  const updates = (await listUpdates(trx, grant, [incident.id])).get(incident.id) ?? [];
  const now = inForce(incident.declared, incident.severity, updates);
  const changed = now.type !== incident.type || now.starts_at !== incident.starts_at || now.ends_at !== incident.ends_at;
  const severity = (await severityOf(trx, grant, now.type)) ?? incident.severity;
  const settled = changed ? await updateIncidentRow(trx, grant, incident.id, { ...now, severity }) : incident;
  await rebuildUptime(trx, grant, before, await footprintOf(trx, grant, settled));
  const [complete] = await completeIncidents(trx, grant, [settled]);
  return complete as Incident;
}
