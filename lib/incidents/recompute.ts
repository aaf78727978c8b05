import { isDeepStrictEqual } from "node:util";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { assertRecordSize } from "#lib/core/transaction/record-limits.ts";
import {
  type Declared,
  declareImpacts,
  redeclareEnd,
  redeclareStart,
} from "#lib/incidents/declared.ts";
import {
  type Affected,
  type ImpactRow,
  listAllAffected,
  listPastImpacts,
  listPastServiceIds,
  NOTHING_AFFECTED,
} from "#lib/incidents/impacts.queries.ts";
import type { ExactRecord } from "#lib/incidents/impacts.ts";
import { type IncidentRow, lockIncident, updateIncidentRow } from "#lib/incidents/queries.ts";
import { serializeIncident } from "#lib/incidents/read.ts";
import { listRecurrences } from "#lib/incidents/recurrence/queries.ts";
import { reviseIncident } from "#lib/incidents/revisions.queries.ts";
import { saveCourse } from "#lib/incidents/save-course.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { isRelapse } from "#lib/incidents/state.ts";
import { loadTimers, planIncidentTimers } from "#lib/incidents/timers/plan-timers.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { renderUpdates } from "#lib/incidents/updates/serialize.ts";
import { areHidden } from "#lib/services/rules.ts";
import { rebuildServiceDays } from "#lib/services/uptime/queries.ts";

/** The part that counts for uptime. */
type Footprint = {
  impacts: readonly ImpactRow[];
  /** On services deleted since. */
  past: readonly ImpactRow[];
  /** Impacts of an incident without length. */
  instants: readonly ImpactRow[];
  affects_uptime: boolean;
};

function instantsOf(incident: IncidentRow, service_ids: readonly number[]): ImpactRow[] {
  const { type, severity, starts_at, ends_at } = incident;
  if (starts_at !== ends_at || severity === "scheduled") return [];
  return service_ids.map((service_id) => ({ service_id, type, severity, starts_at, ends_at }));
}

type Before = Affected & Footprint & { past_service_ids: number[]; calendar_fields: string };

export type LockedIncident = { incident: IncidentRow; before: Before };

/** The fields that calendar feeds show, besides updates. */
function calendarFieldsOf(incident: IncidentRow, service_ids: readonly number[]): string {
  const { title, translations, type, severity, starts_at, ends_at, plan } = incident;
  const times = { starts_at, ends_at, plan };
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
  const [incident, known, past, past_service_ids] = await Promise.all([
    lockIncident(trx, grant, incidentId),
    listAllAffected(trx, grant, [incidentId]),
    listPastImpacts(trx, grant, incidentId),
    listPastServiceIds(trx, grant, incidentId),
  ]);
  const { service_ids, impacts } = known.get(incidentId) ?? NOTHING_AFFECTED;
  const { affects_uptime } = incident;
  const instants = instantsOf(incident, [...service_ids, ...past_service_ids]);
  const calendar_fields = calendarFieldsOf(incident, service_ids);
  const counted = { impacts, past, instants, affects_uptime };
  return { incident, before: { service_ids, past_service_ids, ...counted, calendar_fields } };
}

function changedImpacts(before: Footprint | null, after: Footprint | null): ImpactRow[] {
  const textsOf = (footprint: Footprint | null) => {
    const { impacts = [], past = [], instants = [], affects_uptime } = footprint ?? {};
    return new Map(
      [...impacts, ...past, ...instants].map((impact) => {
        const { service_id, severity, starts_at, ends_at } = impact;
        return [[service_id, severity, starts_at, ends_at, affects_uptime].join(), impact];
      }),
    );
  };
  const [were, are] = [textsOf(before), textsOf(after)];
  const without = (some: Map<string, ImpactRow>, others: Map<string, ImpactRow>) =>
    [...some].flatMap(([text, impact]) => (others.has(text) ? [] : [impact]));
  return [...without(were, are), ...without(are, were)];
}

/**
 * Recomputes the daily uptime of the services whose ended impacts changed. Running ones are counted
 * when read. null: the incident does not exist.
 */
export async function rebuildUptime(
  trx: Trx,
  grant: PageGrant,
  before: Footprint | null,
  after: Footprint | null,
): Promise<void> {
  const ended = changedImpacts(before, after).filter(({ ends_at }) => ends_at !== null);
  if (ended.length === 0) return;
  await rebuildServiceDays(trx, grant, {
    service_ids: [...new Set(ended.map(({ service_id }) => service_id))],
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

/**
 * An end or an exact record sent together with updates wins: those updates must not reopen the
 * incident, or change the record.
 */
export async function keepDeclared(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  sent: readonly UpdateRow[],
  record: ExactRecord | null = null,
): Promise<IncidentRow> {
  const declared = incident.declared as Declared;
  const isEndKept = sent.some((update) => isRelapse(update, declared.ends_at.value));
  if (sent.length === 0 || !(record || isEndKept)) return incident;
  const newest = Math.max(...sent.map(({ id }) => id));
  const kept = record
    ? declareImpacts(record.impacts, record, newest, declared)
    : redeclareEnd(declared, newest);
  return updateIncidentRow(trx, grant, incident.id, { declared: kept });
}

/** Takes copies back of an incident that now concerns only services that visitors do not see. */
export async function withdrawHidden(
  trx: Trx,
  grant: PageGrant,
  before: Affected,
  { incident: { service_ids } }: Recomputed,
  withdraw: (what: "content") => void,
): Promise<void> {
  if (isDeepStrictEqual(service_ids, before.service_ids)) return;
  if (await areHidden(trx, grant, service_ids)) withdraw("content");
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
 * Recomputes what derives from an incident and its updates: course, timers, uptime, revision.
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
  const [updatesOf, timers, affectedOf, recurrences] = await Promise.all([
    listUpdates(trx, grant, [id]),
    loadTimers(trx, grant, id),
    listAllAffected(trx, grant, [id]),
    listRecurrences(trx, grant, [id]),
    // Writes, so it comes after the reads.
    before && updatesChanged && reviseIncident(trx, grant, id),
  ]);
  const updates = updatesOf.get(id) ?? [];
  const { incident: current, affected } = await saveCourse(
    trx,
    grant,
    incident,
    updates,
    affectedOf.get(id) ?? NOTHING_AFFECTED,
  );
  if (
    before &&
    !updatesChanged &&
    calendarFieldsOf(current, affected.service_ids) !== before.calendar_fields
  )
    await reviseIncident(trx, grant, id);
  await planIncidentTimers(trx, grant, current, timers, { updates, isNew: before === null });
  const { affects_uptime } = current;
  const { past = [], past_service_ids = [] } = before ?? {};
  const instants = instantsOf(current, [...affected.service_ids, ...past_service_ids]);
  await rebuildUptime(trx, grant, before, { ...affected, past, instants, affects_uptime });
  const rendered = await renderUpdates(grant, [updates]);
  const recurring = { ...current, recurrence: recurrences.get(id) };
  const complete = serializeIncident(grant, recurring, affected, updates, rendered);
  assertRecordSize(complete, complete.ends_at !== null);
  return new RecomputedIncident(complete);
}
