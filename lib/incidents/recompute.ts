import { isDeepStrictEqual } from "node:util";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { assertRecordSize } from "#lib/core/transaction/record-limits.ts";
import { type IncidentRow, lockIncident, updateIncidentRow } from "#lib/incidents/queries.ts";
import { serializeIncident } from "#lib/incidents/read.ts";
import { listRecurrences } from "#lib/incidents/recurrence/queries.ts";
import { reviseIncident } from "#lib/incidents/revisions.queries.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import {
  type Declared,
  inForce,
  isRelapse,
  redeclareEnd,
  redeclareStart,
  type Times,
} from "#lib/incidents/state.ts";
import { loadTimers, planIncidentTimers } from "#lib/incidents/timers/plan-timers.ts";
import { severityOf } from "#lib/incidents/types/rules.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { renderUpdates } from "#lib/incidents/updates/serialize.ts";
import { listLinks } from "#lib/services/links.queries.ts";
import { rebuildServiceDays } from "#lib/services/uptime/queries.ts";

/** The time and services by which an incident affects uptime. */
type Footprint = { starts_at: string; ends_at: string | null; service_ids: number[] };

async function servicesOf(trx: Trx, grant: PageGrant, incidentId: number): Promise<number[]> {
  return (await listLinks(trx, grant, "incident", [incidentId])).get(incidentId) ?? [];
}

type Before = Footprint & { calendar_fields: string };

export type LockedIncident = { incident: IncidentRow; before: Before };

/** The fields that calendar feeds show, besides updates. */
function calendarFieldsOf(incident: IncidentRow, service_ids: readonly number[]): string {
  const { title, translations, type, severity, starts_at, ends_at, plan, declared } = incident;
  const times = { starts_at, ends_at, plan, declared };
  return JSON.stringify({ title, translations, type, severity, service_ids, times });
}

type Shown = Pick<UpdateRow, "type" | "description" | "translations" | "posted_at">;

/** Whether calendar feeds show something else of an edited update. */
export function isRevision(before: Shown, after: Shown): boolean {
  const shown = ({ type, description, translations, posted_at }: Shown) => ({
    type,
    description,
    translations,
    posted_at,
  });
  return !isDeepStrictEqual(shown(before), shown(after));
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
  const calendar_fields = calendarFieldsOf(incident, service_ids);
  return { incident, before: { starts_at, ends_at, service_ids, calendar_fields } };
}

/**
 * Recomputes the daily uptime of everything an ended incident affects, before and after a change.
 * Open incidents are counted when read. null: it does not exist.
 */
export async function rebuildUptime(
  trx: Trx,
  grant: PageGrant,
  before: Footprint | null,
  after: Footprint | null,
): Promise<void> {
  const both = [before, after].filter((footprint) => footprint !== null);
  const ended = both.filter(({ ends_at }) => ends_at !== null);
  if (ended.length === 0) return;
  await rebuildServiceDays(trx, grant, {
    service_ids: [...new Set(both.flatMap(({ service_ids }) => service_ids))],
    from: ended.map(({ starts_at }) => starts_at).sort()[0] ?? "",
    to:
      ended
        .map(({ ends_at }) => ends_at ?? "")
        .sort()
        .at(-1) ?? null,
  });
}

/** Only `recompute` creates one, and events accept nothing else: it agrees with its updates. */
class RecomputedIncident {
  readonly #incident: Incident;
  constructor(incident: Incident) {
    this.#incident = incident;
  }
  get incident(): Incident {
    return this.#incident;
  }
}
export type Recomputed = RecomputedIncident;

/** A person who changes a detected incident takes it over from the program. */
async function takeOver(trx: Trx, grant: PageGrant, incident: IncidentRow): Promise<IncidentRow> {
  const isProgram = grant.role === null;
  if (isProgram || incident.automation === null) return incident;
  return updateIncidentRow(trx, grant, incident.id, { automation: null });
}

/** An end sent together with updates wins: those updates must not reopen the incident. */
export async function keepDeclaredEnd(
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

/** Times sent together with `postponed` are the new ones: the plan stands. */
export async function keepDeclaredPlan(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  sent: readonly UpdateRow[],
): Promise<IncidentRow> {
  const postponed = sent.filter(({ type }) => type === "postponed").map(({ id }) => id);
  if (postponed.length === 0) return incident;
  const declared = redeclareStart(incident.declared as Declared, Math.max(...postponed));
  return updateIncidentRow(trx, grant, incident.id, { declared });
}

type Change = {
  /** A person confirms a detected incident without taking it over. */
  isConfirmation?: boolean;
  /** An update was posted, deleted or restored, or calendars show another text or time of it. */
  updatesChanged?: boolean;
};

/**
 * Recomputes what derives from an incident and its updates: times, type, timers, uptime, revision.
 * @param before null: it is new
 */
export async function recompute(
  trx: Trx,
  grant: PageGrant,
  known: IncidentRow,
  before: Before | null,
  { isConfirmation = false, updatesChanged = !isConfirmation }: Change = {},
): Promise<Recomputed> {
  const incident = before && !isConfirmation ? await takeOver(trx, grant, known) : known;
  const { id } = incident;
  const [updatesOf, timers, service_ids, recurrences] = await Promise.all([
    listUpdates(trx, grant, [id]),
    loadTimers(trx, grant, id),
    servicesOf(trx, grant, id),
    listRecurrences(trx, grant, [id]),
    // Writes, so it comes after the reads.
    before && updatesChanged && reviseIncident(trx, grant, id),
  ]);
  const updates = updatesOf.get(id) ?? [];
  const now = {
    ...inForce(incident.declared as Declared, incident.severity, updates),
    next_update_at: updates[0]?.next_update_at ?? null,
  };
  const { type, starts_at, ends_at, plan, next_update_at } = incident;
  const isCurrent = isDeepStrictEqual(now, { type, starts_at, ends_at, plan, next_update_at });
  const current = isCurrent ? incident : await moveTo(trx, grant, incident, now);
  if (
    before &&
    !updatesChanged &&
    calendarFieldsOf(current, service_ids) !== before.calendar_fields
  )
    await reviseIncident(trx, grant, id);
  await planIncidentTimers(trx, grant, current, timers, { updates, isNew: before === null });
  await rebuildUptime(trx, grant, before, { ...current, service_ids });
  const rendered = await renderUpdates([updates]);
  const recurring = { ...current, recurrence: recurrences.get(id) };
  const complete = serializeIncident(grant, recurring, service_ids, updates, rendered);
  assertRecordSize(complete, complete.ends_at !== null);
  return new RecomputedIncident(complete);
}

async function moveTo(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  now: Times & Pick<IncidentRow, "plan" | "next_update_at">,
): Promise<IncidentRow> {
  const severity =
    now.type === incident.type ? incident.severity : await severityOf(trx, grant, now.type);
  return updateIncidentRow(trx, grant, incident.id, {
    ...now,
    severity: severity ?? incident.severity,
  });
}
