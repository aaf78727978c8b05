import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { isSame, removesText } from "#lib/core/transaction/outcome.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { checkGroups } from "#lib/incidents/groups/groups.ts";
import { type IncidentRow, updateIncidentRow } from "#lib/incidents/queries.ts";
import { completeIncidents, type IncidentTarget } from "#lib/incidents/read.ts";
import {
  isRevision,
  keepDeclaredEnd,
  keepDeclaredPlan,
  lockForChange,
  recompute,
} from "#lib/incidents/recompute.ts";
import { saveRecurrence } from "#lib/incidents/recurrence/save-recurrence.ts";
import {
  authorOf,
  checkEditedUpdate,
  checkServices,
  checkTimes,
  checkUpdate,
  defaultUpdateType,
  isNewsOwed,
  isOverAt,
  startOf,
} from "#lib/incidents/rules.ts";
import { holdOf, type Incident, type UpdateIncident } from "#lib/incidents/schema.ts";
import { byTime, type Declared, redeclare, type Times } from "#lib/incidents/state.ts";
import { chosenSeverity } from "#lib/incidents/types/rules.ts";
import {
  insertUpdate,
  listUpdates,
  newestUpdateId,
  type UpdateRow,
  updateUpdateRow,
} from "#lib/incidents/updates/queries.ts";
import {
  checkSocialPost,
  editedColumns,
  findSameUpdate,
  newlyTold,
  toldIn,
} from "#lib/incidents/updates/rules.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { areHidden } from "#lib/services/rules.ts";

type Known = { posted: UpdateRow[]; posted_by: number | null; settings: unknown };

type Applied = { added: UpdateRow[]; edited: { before: UpdateRow; after: UpdateRow }[] };

/** With their place in the input; oldest first, because clients send the newest first. */
function inOrder<T extends { posted_at?: string }>(updates: readonly T[]): [number, T][] {
  const now = wireNow();
  const at = ([, { posted_at = now }]: [number, T]) => ({ posted_at });
  return [...updates.entries()].toSorted((a, b) => byTime(at(a), at(b)));
}

/** Edits updates with a known id or the same text, posts others; omitted ones stay. */
async function applyUpdates(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  { updates, notify }: UpdateIncident,
  { posted, posted_by, settings }: Known,
): Promise<Applied> {
  const added: UpdateRow[] = [];
  const edited: Applied["edited"] = [];
  for (const [index, { id, hold_seconds: _, ...update }] of inOrder(updates ?? [])) {
    const known = findSameUpdate({ id, ...update }, posted);
    const path = `updates.${index}.`;
    if (known) {
      if (isSame(known, merged(known, update))) continue;
      checkEditedUpdate(incident, known, update, path);
      await checkSocialPost(trx, grant, settings, newlyTold(known, update), path);
      const values = editedColumns(known, update);
      const after = await updateUpdateRow(trx, grant, known.id, values);
      edited.push({ before: known, after });
    } else {
      const { posted_at = wireNow() } = update;
      const isFirst = posted.length === 0 && index === 0 && !isOverAt(incident, posted_at);
      const { type = defaultUpdateType(incident.severity, isFirst) } = update;
      checkUpdate(incident, type, posted_at, path);
      if (!update.description) throw invalid({ [`${path}description`]: [{ code: "blank" }] });
      await checkSocialPost(trx, grant, settings, update, path);
      const { description, translations = {} } = update;
      const row = { ...update, description, type, posted_at, translations };
      const owed = await isNewsOwed(trx, grant, incident, row);
      const own = { notify: update.notify ?? notify ?? owed, incident_id: incident.id, posted_by };
      added.push(await insertUpdate(trx, grant, { ...row, ...own }));
    }
  }
  return { added, edited };
}

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
): { given: Partial<Times>; end_now: string | null } {
  const isMoved = start !== undefined && start !== now.starts_at;
  const starts_at = isMoved ? startOf(severity, start) : start;
  const ends_at = severity === "scheduled" ? (end ?? undefined) : end;
  const end_now = ends_at === undefined ? now.ends_at : ends_at;
  checkTimes(severity, starts_at ?? now.starts_at, end_now);
  return { given: { type, starts_at, ends_at }, end_now };
}

async function setColumns(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  input: UpdateIncident,
  given: Partial<Times>,
): Promise<IncidentRow> {
  const {
    updates: _,
    service_ids: _ids,
    type: _type,
    starts_at: _start,
    ends_at: _end,
    maintenance_notify_settings: settings,
    hold_seconds: _hold,
    recurrence: _rule,
    apply_to_following: _following,
    ...columns
  } = input;
  const newest = await newestUpdateId(trx, grant, incident.id);
  return updateIncidentRow(trx, grant, incident.id, {
    ...columns,
    ...(settings !== undefined && {
      maintenance_notify_settings:
        settings && merged(incident.maintenance_notify_settings, settings),
    }),
    declared: redeclare(incident.declared as Declared, incident, given, newest),
    updated_at: wireNow(),
  });
}

type Declaring = { incident: IncidentRow; changed: IncidentRow; given: Partial<Times> };

/** Keeps new times against the updates that are sent together with them. */
async function keepDeclared(
  trx: Trx,
  grant: PageGrant,
  { incident, changed, given }: Declaring,
  added: readonly UpdateRow[],
): Promise<IncidentRow> {
  const { starts_at = incident.starts_at, ends_at = incident.ends_at } = given;
  const isEndSet = ends_at !== incident.ends_at;
  const kept = isEndSet ? await keepDeclaredEnd(trx, grant, changed, added) : changed;
  const isReplanned = isEndSet || starts_at !== incident.starts_at;
  return isReplanned ? keepDeclaredPlan(trx, grant, kept, added) : kept;
}

/**
 * Changes the given fields of an incident. A type or time set here overrides earlier updates, not
 * later ones.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateIncident(
  ctx: Context,
  target: IncidentTarget,
  input: UpdateIncident,
): Promise<Incident> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    const { incident, before } = await lockForChange(trx, grant, target.incident_id);
    const [was] = (await completeIncidents(trx, grant, [incident])) as [Incident];
    const posted = (await listUpdates(trx, grant, [incident.id])).get(incident.id) ?? [];
    const { service_ids, type } = input;
    await checkKind(trx, grant, page, incident, type);
    await checkGroups(trx, grant, input, incident);
    const { given, end_now } = timesIn(incident, input);
    if (service_ids?.length) {
      const known = await checkServices(trx, grant, service_ids);
      await setLinks(trx, grant, "incident", incident.id, known);
      if (await areHidden(trx, grant, known)) withdraw("content");
    }
    const changed = await setColumns(trx, grant, incident, input, given);
    const of_page = { posted, posted_by: authorOf(ctx), settings: page.settings };
    const at_end = { ...changed, ends_at: end_now };
    const { added, edited } = await applyUpdates(trx, grant, at_end, input, of_page);
    const texts = [{ before: incident, after: changed }, ...edited];
    if (texts.some((one) => removesText(one.before, one.after))) withdraw("content");
    const recorded = await keepDeclared(trx, grant, { incident, changed, given }, added);
    const revised = edited.some((one) => isRevision(one.before, one.after));
    const recomputed = await recompute(trx, grant, recorded, before, {
      updatesChanged: added.length > 0 || revised,
    });
    const of = { zone: page.time_zone, severity: incident.severity };
    const hold = { hold_seconds: holdOf(input), posted: toldIn({ added, edited }), corrects: true };
    const { recurrence, events } = await saveRecurrence(trx, grant, of, recomputed.incident, input);
    return {
      result: { ...recomputed.incident, recurrence },
      audit: {
        action: "incident.update",
        subject_id: incident.id,
        changes: input,
        before: incident,
      },
      events: [incidentUpdated(recomputed, hold), ...events],
      ...(edited.length === 0 && !input.apply_to_following && { was: { result: was } }),
    };
  });
}
