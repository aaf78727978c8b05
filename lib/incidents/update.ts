import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { removesText } from "#lib/core/transaction/outcome.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { applyUpdates, restateEdited } from "#lib/incidents/apply-updates.ts";
import { reopeningsOf } from "#lib/incidents/course.ts";
import {
  type Declared,
  declareImpacts,
  followUpdates,
  redeclare,
  type Times,
} from "#lib/incidents/declared.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { checkGroups } from "#lib/incidents/groups/groups.ts";
import { areCurrent, checkImpacts, type ExactRecord } from "#lib/incidents/impacts.ts";
import { type IncidentRow, updateIncidentRow } from "#lib/incidents/queries.ts";
import { completeIncidents, type IncidentTarget } from "#lib/incidents/read.ts";
import {
  isRevision,
  keepDeclared,
  keepDeclaredPlan,
  type LockedIncident,
  lockForChange,
  recompute,
  withdrawHidden,
} from "#lib/incidents/recompute.ts";
import { saveRecurrence } from "#lib/incidents/recurrence/save-recurrence.ts";
import { authorOf, checkServices, checkTimes, startOf } from "#lib/incidents/rules.ts";
import { holdOf, type Incident, type UpdateIncident } from "#lib/incidents/schema.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { chosenSeverity } from "#lib/incidents/types/rules.ts";
import { listUpdates, newestUpdateId, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { toldIn } from "#lib/incidents/updates/rules.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** @throws {AppError} `invalid` when an incident would become a maintenance or the reverse */
async function checkKind(
  trx: Trx,
  grant: PageGrant,
  page: LockedPage,
  incident: IncidentRow,
  type: string | undefined,
): Promise<void> {
  if (type === undefined || type === incident.type) return;
  const severity = await chosenSeverity(trx, grant, page, type);
  if ((severity === "scheduled") !== (incident.severity === "scheduled"))
    throw invalid({ type: [{ code: "wrong_kind" }] });
}

/**
 * The given type and times, and the resulting end. A maintenance needs an end, so null counts as
 * not given.
 * @throws {AppError} `invalid`
 */
function timesIn(
  { severity, ...now }: IncidentRow,
  { type, starts_at: start, ends_at: end }: UpdateIncident,
): { given: Partial<Times>; end_now: string | null; isReplanned: boolean } {
  const isMoved = start !== undefined && start !== now.starts_at;
  const starts_at = isMoved ? startOf(severity, start) : start;
  const ends_at = severity === "scheduled" ? (end ?? undefined) : end;
  const end_now = ends_at === undefined ? now.ends_at : ends_at;
  checkTimes(severity, starts_at ?? now.starts_at, end_now);
  const isReplanned = isMoved || end_now !== now.ends_at;
  return { given: { type, starts_at, ends_at }, end_now, isReplanned };
}

type Redeclared = { given: Partial<Times>; record: ExactRecord | null };

async function setColumns(
  trx: Trx,
  grant: PageGrant,
  {
    incident,
    service_ids,
    posted,
  }: { incident: IncidentRow; service_ids: number[]; posted: UpdateRow[] },
  input: UpdateIncident,
  { given, record }: Redeclared,
): Promise<IncidentRow> {
  const {
    updates: _,
    service_ids: named,
    impacts: _impacts,
    impacts_follow_updates: isFollowing,
    type: _type,
    starts_at: _start,
    ends_at: _end,
    maintenance_notify_settings: settings,
    hold_seconds: _hold,
    recurrence: _rule,
    apply_to_following: _following,
    ...columns
  } = input;
  const after = await newestUpdateId(trx, grant, incident.id);
  const known = incident.declared as Declared;
  const declared = isFollowing && known.impacts ? followUpdates(known) : known;
  const now = wireNow();
  const isOpen = phaseAt(now, incident) === "open";
  const reopened = reopeningsOf(declared, incident.severity, posted);
  const values = { ...given, ...(named?.length && { service_ids: named }) };
  return updateIncidentRow(trx, grant, incident.id, {
    ...columns,
    ...(settings !== undefined && {
      maintenance_notify_settings:
        settings && merged(incident.maintenance_notify_settings, settings),
    }),
    declared: record
      ? declareImpacts(record.impacts, record, after, known)
      : redeclare(declared, { ...incident, service_ids }, values, {
          ...{ after, now, isOpen, reopened },
        }),
    updated_at: now,
  });
}

type Declaring = {
  incident: IncidentRow;
  changed: IncidentRow;
  record: ExactRecord | null;
  end_now: string | null;
  isReplanned: boolean;
};

/** Keeps new times or a record against the updates that are sent together with them. */
async function keepSent(
  trx: Trx,
  grant: PageGrant,
  { incident, changed, record, end_now, isReplanned }: Declaring,
  added: readonly UpdateRow[],
): Promise<IncidentRow> {
  const isKept = end_now !== incident.ends_at || record !== null;
  const kept = isKept ? await keepDeclared(trx, grant, changed, added, record) : changed;
  return isReplanned ? keepDeclaredPlan(trx, grant, kept, added) : kept;
}

/** The exact record that a client sends; null if it sends back what it read. */
async function recordIn(
  trx: Trx,
  grant: PageGrant,
  page: LockedPage,
  { incident, before }: LockedIncident,
  input: UpdateIncident,
): Promise<ExactRecord | null> {
  const { impacts } = input;
  if (!impacts || areCurrent(impacts, before.impacts)) return null;
  const now = { ...incident, service_ids: before.service_ids };
  const record = await checkImpacts(trx, grant, page, impacts, { sent: input, now });
  await checkKind(trx, grant, page, incident, record.type);
  return record;
}

/**
 * Changes the given fields of an incident. A type or time set here overrides earlier updates, not
 * later ones.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateIncident(
  ctx: Context,
  target: IncidentTarget,
  sent: UpdateIncident,
): Promise<Incident> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    const locked = await lockForChange(trx, grant, target.incident_id);
    const { incident, before } = locked;
    const [was] = (await completeIncidents(trx, grant, [incident])) as [Incident];
    const posted = (await listUpdates(trx, grant, [incident.id])).get(incident.id) ?? [];
    const record = await recordIn(trx, grant, page, locked, sent);
    const input = { ...sent, ...record };
    await checkKind(trx, grant, page, incident, input.type);
    await checkGroups(trx, grant, input, incident);
    const { given, end_now, isReplanned } = timesIn(incident, input);
    const { service_ids } = input;
    if (service_ids?.length) await checkServices(trx, grant, service_ids);
    const known = { incident, service_ids: before.service_ids, posted };
    const changed = await setColumns(trx, grant, known, input, { given, record });
    const of_page = { posted, posted_by: authorOf(ctx), settings: page.settings };
    const at_end = { ...changed, ends_at: end_now };
    const { added, edited } = await applyUpdates(trx, grant, at_end, input, of_page);
    const texts = [{ before: incident, after: changed }, ...edited];
    if (texts.some((one) => removesText(one.before, one.after))) withdraw("content");
    const stated = await restateEdited(trx, grant, changed, edited);
    const declaring = { incident, changed: stated, record, end_now, isReplanned };
    const recorded = await keepSent(trx, grant, declaring, added);
    const revised = edited.some((one) => isRevision(one.before, one.after));
    const recomputed = await recompute(trx, grant, recorded, before, {
      updatesChanged: added.length > 0 || revised,
    });
    await withdrawHidden(trx, grant, before, recomputed, withdraw);
    const saved = { row: recorded, incident: recomputed.incident, isReplanned };
    const hold = { hold_seconds: holdOf(input), posted: toldIn({ added, edited }), corrects: true };
    const { recurrence, events } = await saveRecurrence(trx, grant, page, saved, input);
    return {
      result: { ...recomputed.incident, recurrence },
      audit: {
        action: "incident.update",
        subject_id: incident.id,
        changes: sent,
        before: incident,
      },
      events: [incidentUpdated(recomputed, hold), ...events],
      ...(edited.length === 0 && !input.apply_to_following && { was: { result: was } }),
    };
  });
}
