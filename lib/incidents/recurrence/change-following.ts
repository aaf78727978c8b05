import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { NewEvent } from "#lib/core/events/event.ts";
import { type Declared, redeclare, type Times } from "#lib/incidents/declared.ts";
import { eraseRows } from "#lib/incidents/delete.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { listIncidentsById, updateIncidentRow } from "#lib/incidents/queries.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import { lockForChange, recompute } from "#lib/incidents/recompute.ts";
import {
  listLaterOccurrences,
  type Occurrence,
  replaceLaterOccurrences,
  type SeriesRow,
} from "#lib/incidents/recurrence/queries.ts";
import { type Pattern, slotsAfter } from "#lib/incidents/recurrence/rules.ts";
import {
  changesFor,
  fieldsOf,
  type SeriesFields,
} from "#lib/incidents/recurrence/series-fields.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { newestUpdateId, updateUpdateRow } from "#lib/incidents/updates/queries.ts";
import { editedColumns } from "#lib/incidents/updates/rules.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

type SeriesChange = {
  before: SeriesRow;
  pattern: Pattern;
  fields: SeriesFields;
  /** The occurrence from which it changes, before and after. */
  occurs_at: string;
  moves_to: string;
};

type Slot = Pick<Times, "starts_at" | "ends_at">;

function slotAt(starts_at: string, { duration_seconds }: Pick<Pattern, "duration_seconds">): Slot {
  return { starts_at, ends_at: later(starts_at, duration_seconds) };
}

function isAt({ starts_at, ends_at, plan }: Incident, slot: Slot): boolean {
  return plan === null && starts_at === slot.starts_at && ends_at === slot.ends_at;
}

/** Changes one maintenance of a series without notifying anybody. */
async function change(
  trx: Trx,
  grant: PageGrant,
  { id, updates }: Incident,
  { first, service_ids, type, ...columns }: Partial<SeriesFields>,
  slot: Slot | null,
): Promise<NewEvent> {
  const { incident, before } = await lockForChange(trx, grant, id);
  const now = wireNow();
  const inForce = { ...incident, service_ids: before.service_ids };
  const given = { ...(type && { type }), ...(service_ids && { service_ids }), ...slot };
  const when = { after: await newestUpdateId(trx, grant, id), now, isOpen: false, reopened: [] };
  const row = await updateIncidentRow(trx, grant, id, {
    ...columns,
    declared: redeclare(incident.declared as Declared, inForce, given, when),
    updated_at: now,
  });
  const told = first && updates.findLast((update) => update.type === "scheduled");
  if (told) await updateUpdateRow(trx, grant, told.id, editedColumns(told, first));
  const recomputed = await recompute(trx, grant, row, before, { updatesChanged: Boolean(told) });
  return incidentUpdated(recomputed, { corrects: true });
}

type Later = { incident: Incident; occurs_at: string; slot: string | undefined };

async function changeEach(
  trx: Trx,
  grant: PageGrant,
  { before, pattern, fields }: SeriesChange,
  all: readonly Later[],
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const { incident, occurs_at, slot } of all) {
    if (slot === undefined) continue;
    const changes = changesFor(fieldsOf(incident), before.fields as SeriesFields, fields);
    const next = slotAt(slot, pattern);
    // Occurrences that were moved, called off or postponed stay so.
    const isMoving = isAt(incident, slotAt(occurs_at, before)) && !isAt(incident, next);
    if (isMoving || Object.keys(changes).length > 0)
      events.push(await change(trx, grant, incident, changes, isMoving ? next : null));
  }
  return events;
}

async function laterIncidents(
  trx: Trx,
  grant: PageGrant,
  rows: readonly Occurrence[],
): Promise<Map<number, Incident>> {
  const ids = rows.flatMap(({ incident_id }) => incident_id ?? []);
  if (ids.length === 0) return new Map();
  const found = await completeIncidents(trx, grant, await listIncidentsById(trx, grant, ids));
  return new Map(found.map((incident) => [incident.id, incident]));
}

/**
 * Changes the occurrences of a series that follow one: each keeps its address, and what it has of
 * its own. What was deleted stays deleted. Those without a place in a changed rule are deleted.
 */
export async function changeFollowing(
  trx: Trx,
  grant: PageGrant,
  asked: SeriesChange,
): Promise<NewEvent[]> {
  const { before, pattern, occurs_at } = asked;
  const rows = await listLaterOccurrences(trx, grant, before.id, occurs_at);
  if (rows.length === 0) return [];
  const slots = slotsAfter(asked, before, pattern, rows);
  const incidents = await laterIncidents(trx, grant, rows);
  const now = wireNow();
  const all = rows.flatMap((row): Later[] => {
    const incident = incidents.get(row.incident_id ?? 0);
    const isAhead = incident && (incident.plan === "postponed" || incident.starts_at > now);
    return isAhead ? [{ incident, ...row, slot: slots.get(row.occurs_at) }] : [];
  });
  const gone = all.filter(({ slot, incident }) => slot === undefined && incident.plan === null);
  const erased = await listIncidentsById(
    trx,
    grant,
    gone.map(({ incident }) => incident.id),
  );
  const deleted = erased.length === 0 ? [] : await eraseRows(trx, grant, erased);
  const left = new Set(erased.map(({ id }) => id));
  const kept = rows.filter(
    (row) => slots.has(row.occurs_at) || (row.incident_id !== null && !left.has(row.incident_id)),
  );
  await replaceLaterOccurrences(
    trx,
    grant,
    { series_id: before.id, after: occurs_at },
    kept.map((row) => ({ ...row, occurs_at: slots.get(row.occurs_at) ?? row.occurs_at })),
  );
  return [...deleted, ...(await changeEach(trx, grant, asked, all))];
}
