import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { type NewEvent, subjectOf } from "#lib/core/events/event.ts";
import {
  isRecordHeld,
  type RecordedEvent,
  recordEvents,
  withdrawRecord,
} from "#lib/core/events/record.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { type NonEmptyEvents, unchanged } from "#lib/core/transaction/outcome.ts";
import { type DeletionTrace, recordDeletions } from "#lib/incidents/deleted-incidents.queries.ts";
import { incidentDeleted } from "#lib/incidents/events.ts";
import {
  deleteIncidentRows,
  deleteSubscriptionsTo,
  type IncidentRow,
  listIncidentsById,
  lockIncident,
} from "#lib/incidents/queries.ts";
import { completeIncidents, type IncidentTarget } from "#lib/incidents/read.ts";
import { lockForChange, rebuildUptime } from "#lib/incidents/recompute.ts";
import { deleteUnstartedSeries } from "#lib/incidents/recurrence/queries.ts";
import { listRevisions } from "#lib/incidents/revisions.queries.ts";
import { deleteUpdateRows } from "#lib/incidents/updates/queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

/** The public traces of incidents. Incidents of private services leave none. */
async function deletionTraces(
  trx: Trx,
  grant: PageGrant,
  rows: IncidentRow[],
): Promise<DeletionTrace[]> {
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
 * Deletes incidents, all in memory at once, and the subscriptions to them. Calendar feeds will show
 * them as canceled. The caller rebuilds the uptime.
 */
export async function eraseRows(
  trx: Trx,
  grant: PageGrant,
  rows: IncidentRow[],
): Promise<NewEvent[]> {
  const ids = rows.map(({ id }) => id);
  const deleted = (await completeIncidents(trx, grant, rows)).map(incidentDeleted);
  await recordDeletions(trx, grant, await deletionTraces(trx, grant, rows));
  await deleteSubscriptionsTo(trx, grant, ids);
  await deleteIncidentRows(trx, grant, ids);
  return deleted;
}

const BATCH = 50;

/** As `eraseRows`, in batches. */
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

async function remove(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<{ audit: AuditEntry; events: NonEmptyEvents }> {
  const { incident, before } = await lockForChange(trx, grant, incidentId);
  const { id } = incident;
  const { proof, update_ids } = await withdrawRecord(trx, grant, subjectOf("incident", id));
  // Updates that were never announced must not appear in the deletion event.
  await deleteUpdateRows(trx, grant, update_ids);
  const [deleted] = await eraseRows(trx, grant, [incident]);
  if (!deleted) throw notFound();
  await rebuildUptime(trx, grant, before, null);
  return {
    audit: {
      action: "incident.delete",
      subject_id: incident.id,
      changes: { title: incident.title },
    },
    events: [proof ?? deleted],
  };
}

/**
 * Deletes an incident with its updates. Nobody is notified of an incident that is still held.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteIncident(ctx: Context, target: IncidentTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const removed = await remove(trx, grant, target.incident_id);
    withdraw("content");
    return { result: undefined, ...removed };
  });
}

/**
 * Undoes a creation: deletes the incident unless notifications have started.
 * @returns false when the hold is over and nothing was changed
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function withdrawIncident(ctx: Context, target: IncidentTarget): Promise<boolean> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { id } = await lockIncident(trx, grant, target.incident_id);
    if (!(await isRecordHeld(trx, grant, subjectOf("incident", id)))) return unchanged(false);
    await deleteUnstartedSeries(trx, grant, id);
    const removed = await remove(trx, grant, id);
    withdraw("content");
    return { result: true, ...removed };
  });
}
