import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { NewEvent } from "#lib/core/events/event.ts";
import { type RecordedEvent, recordEvents } from "#lib/core/events/record.ts";
import { keepDeleted, type LastSeen } from "#lib/incidents/deleted-updates.queries.ts";
import { incidentDeleted } from "#lib/incidents/events.ts";
import {
  deleteIncidentRows,
  deleteSubscriptionsTo,
  type IncidentRow,
  listIncidentsById,
} from "#lib/incidents/queries.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import { listRevisions } from "#lib/services/incident-revisions.queries.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

/**
 * What visitors could see of incidents: nothing where they affected private services only, for which
 * there is no entry.
 */
async function lastSeen(trx: Trx, grant: PageGrant, rows: IncidentRow[]): Promise<LastSeen[]> {
  const ids = rows.map((row) => row.id);
  const services = await listPlainServiceRows(trx, grant);
  const visible = new Set(visibleServices(services, null).map((service) => service.id));
  const links = await listAllLinks(trx, grant, "incident", ids);
  const revisions = await listRevisions(trx, grant, ids);
  return rows.flatMap(({ id, severity, starts_at, ends_at }) => {
    const named = links.get(id) ?? [];
    const service_ids = named.filter((service) => visible.has(service));
    const revision = (revisions.get(id)?.revision ?? 0) + 1;
    const seen = { incident_id: id, severity, starts_at, ends_at, service_ids, revision };
    return named.length > 0 && service_ids.length === 0 ? [] : [seen];
  });
}

/**
 * Deletes incidents, few enough to be in memory with all their updates, and the subscriptions to
 * them. Calendars learn that they are off. The uptime of their services is left to the caller.
 * @returns the events to record
 */
export async function eraseRows(
  trx: Trx,
  grant: PageGrant,
  rows: IncidentRow[],
): Promise<NewEvent[]> {
  const ids = rows.map(({ id }) => id);
  const deleted = (await completeIncidents(trx, grant, rows)).map(incidentDeleted);
  await keepDeleted(trx, grant, await lastSeen(trx, grant, rows));
  await deleteSubscriptionsTo(trx, grant, ids);
  await deleteIncidentRows(trx, grant, ids);
  return deleted;
}

const BATCH = 50;

/** As `eraseRows`, of as many as there are. */
export async function eraseIncidents(
  trx: Trx,
  grant: PageGrant,
  ids: readonly number[],
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await listIncidentsById(trx, grant, ids.slice(start, start + BATCH));
    events.push(...(await recordEvents(trx, grant, await eraseRows(trx, grant, rows))));
  }
  return events;
}
