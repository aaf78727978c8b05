import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type IncidentRow, lockIncident, updateIncidentRow } from "#lib/incidents/queries.ts";
import { serializeIncident } from "#lib/incidents/read.ts";
import { listRecurrences } from "#lib/incidents/recurrence/queries.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import {
  type Declared,
  inForce,
  isRelapse,
  redeclareEnd,
  type Times,
} from "#lib/incidents/state.ts";
import { planIncidentTimers, readTimers } from "#lib/incidents/timers/plan-timers.ts";
import { severityOf } from "#lib/incidents/types/rules.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { renderUpdates } from "#lib/incidents/updates/serialize.ts";
import { checkRecordSize } from "#lib/platform/errors/record-size.ts";
import { reviseIncident } from "#lib/services/incident-revisions.queries.ts";
import { listLinks } from "#lib/services/links.queries.ts";
import { rebuildServiceDays } from "#lib/services/uptime/queries.ts";

/** What an incident does to services. */
type Footprint = { starts_at: string; ends_at: string | null; service_ids: number[] };

async function servicesOf(trx: Trx, grant: PageGrant, incidentId: number): Promise<number[]> {
  return (await listLinks(trx, grant, "incident", [incidentId])).get(incidentId) ?? [];
}

/** The same before a change, with what calendars showed of the incident itself. */
type Before = Footprint & { shown: string };

/** An incident that is locked, and what it was before it is changed. */
export type LockedIncident = { incident: IncidentRow; before: Before };

/** What calendars show of an incident itself, beside its updates. */
function shownOf(incident: IncidentRow, service_ids: readonly number[]): string {
  const { title, translations, type, severity, starts_at, ends_at, declared } = incident;
  const times = { starts_at, ends_at, declared };
  return JSON.stringify({ title, translations, type, severity, service_ids, times });
}

/** @throws {AppError} `not_found` */
export async function lockForChange(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<LockedIncident> {
  const [incident, service_ids] = await Promise.all([
    lockIncident(trx, grant, incidentId),
    servicesOf(trx, grant, incidentId),
  ]);
  const { starts_at, ends_at } = incident;
  const shown = shownOf(incident, service_ids);
  return { incident, before: { starts_at, ends_at, service_ids, shown } };
}

/**
 * Recomputes the uptime of every service and day that an incident touched before or touches now.
 * Open ones are counted when read. `null`: it did not exist.
 */
export async function rebuildUptime(
  trx: Trx,
  grant: PageGrant,
  before: Footprint | null,
  after: Footprint | null,
): Promise<void> {
  const ended = [before, after].filter(
    (footprint) => footprint !== null && footprint.ends_at !== null,
  );
  if (ended.length === 0) return;
  const starts = ended.map((footprint) => footprint?.starts_at ?? "").sort();
  const ends = ended.map((footprint) => footprint?.ends_at ?? "").sort();
  const service_ids = [...new Set([...(before?.service_ids ?? []), ...(after?.service_ids ?? [])])];
  await rebuildServiceDays(trx, grant, {
    service_ids,
    from: starts[0] ?? "",
    to: ends.at(-1) ?? null,
  });
}

/**
 * An incident, as the API writes it, that agrees with its updates. Only `settle` creates one, and
 * the events of a changed incident are created from one.
 */
class SettledIncident {
  readonly #incident: Incident;
  constructor(incident: Incident) {
    this.#incident = incident;
  }
  get incident(): Incident {
    return this.#incident;
  }
}
export type Settled = SettledIncident;

/** What a person changes of an incident that monitoring opened, that person leads from then on. */
async function takeOver(trx: Trx, grant: PageGrant, incident: IncidentRow): Promise<IncidentRow> {
  const isProgram = grant.role === null;
  if (isProgram || incident.automation === null) return incident;
  return updateIncidentRow(trx, grant, incident.id, { automation: null });
}

/**
 * Has an end stand against the updates sent with it: what is recorded as over was not opened again
 * by the text that came along.
 */
export async function keepEnd(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  sent: readonly UpdateRow[],
): Promise<IncidentRow> {
  const declared = incident.declared as Declared;
  if (!sent.some((update) => isRelapse(update, declared.ends_at.value))) return incident;
  const newest = Math.max(...sent.map(({ id }) => id));
  return updateIncidentRow(trx, grant, incident.id, { declared: redeclareEnd(declared, newest) });
}

/**
 * Brings an incident in line with its updates and everything derived from it, after any change.
 * @param before null: it is new
 * @param how `agreed`: a person only says that it is so, and does not take it over; `said`: whether
 *   an update was posted, edited, deleted or restored
 */
export async function settle(
  trx: Trx,
  grant: PageGrant,
  known: IncidentRow,
  before: Before | null,
  { agreed = false, said = !agreed }: { agreed?: boolean; said?: boolean } = {},
): Promise<Settled> {
  const incident = before && !agreed ? await takeOver(trx, grant, known) : known;
  const { id } = incident;
  const [updatesOf, timers, service_ids, recurrences] = await Promise.all([
    listUpdates(trx, grant, [id]),
    readTimers(trx, grant, id),
    servicesOf(trx, grant, id),
    listRecurrences(trx, grant, [id]),
    // Last: it writes.
    before && said && reviseIncident(trx, grant, id),
  ]);
  const updates = updatesOf.get(id) ?? [];
  const now = {
    ...inForce(incident.declared as Declared, incident.severity, updates),
    next_update_at: updates[0]?.next_update_at ?? null,
  };
  const moved =
    now.type !== incident.type ||
    now.starts_at !== incident.starts_at ||
    now.ends_at !== incident.ends_at ||
    now.next_update_at !== incident.next_update_at;
  const settled = moved ? await moveTo(trx, grant, incident, now) : incident;
  if (before && !said && shownOf(settled, service_ids) !== before.shown)
    await reviseIncident(trx, grant, id);
  await planIncidentTimers(trx, grant, settled, timers, { updates, isNew: before === null });
  await rebuildUptime(trx, grant, before, { ...settled, service_ids });
  const rendered = await renderUpdates([updates]);
  const recurring = { ...settled, recurrence: recurrences.get(id) };
  const complete = serializeIncident(grant, recurring, service_ids, updates, rendered);
  checkRecordSize(complete, complete.ends_at !== null);
  return new SettledIncident(complete);
}

async function moveTo(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  now: Times & Pick<IncidentRow, "next_update_at">,
): Promise<IncidentRow> {
  const severity =
    now.type === incident.type ? incident.severity : await severityOf(trx, grant, now.type);
  return updateIncidentRow(trx, grant, incident.id, {
    ...now,
    severity: severity ?? incident.severity,
  });
}
