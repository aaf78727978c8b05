import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import type { Changed, NonEmptyEvents } from "#lib/core/transaction/outcome.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { declare, declareImpacts, type Times } from "#lib/incidents/declared.ts";
import { incidentCreated } from "#lib/incidents/events.ts";
import { checkGroups } from "#lib/incidents/groups/groups.ts";
import { checkImpacts } from "#lib/incidents/impacts.ts";
import { insertIncident, isUnderMaintenance } from "#lib/incidents/queries.ts";
import { keepDeclared, recompute } from "#lib/incidents/recompute.ts";
import { saveRecurrence } from "#lib/incidents/recurrence/save-recurrence.ts";
import {
  authorOf,
  checkNamed,
  checkServices,
  checkTimes,
  checkUpdate,
  defaultUpdateType,
  startOf,
} from "#lib/incidents/rules.ts";
import {
  type Automation,
  type CreateIncident,
  holdOf,
  type Incident,
  type PostUpdate,
  type UpdateType,
} from "#lib/incidents/schema.ts";
import { byTime } from "#lib/incidents/state.ts";
import { chosenSeverity } from "#lib/incidents/types/rules.ts";
import { insertUpdate } from "#lib/incidents/updates/queries.ts";
import { checkSocialPosts } from "#lib/incidents/updates/rules.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import { setLinks } from "#lib/services/links.queries.ts";

type FirstUpdate = PostUpdate & { type: UpdateType; posted_at: string };

function firstUpdates(
  input: CreateIncident,
  severity: Severity,
  { starts_at, ends_at }: Times,
  now: string,
): FirstUpdate[] {
  return (input.updates ?? []).map((update, index) => {
    const type = update.type ?? defaultUpdateType(severity, index === 0);
    const posted_at = update.posted_at ?? (type === "retroactive" ? starts_at : now);
    checkUpdate({ severity, starts_at, ends_at }, type, posted_at, `updates.${index}.`);
    return { ...update, notify: update.notify ?? input.notify, type, posted_at };
  });
}

function checkRequiredTimes(input: CreateIncident, severity: Severity): void {
  const { updates } = input;
  const missing: FieldErrors = {};
  const essential = updates?.some((update) => update.type === "essential");
  if (severity === "scheduled" && !essential) {
    if (!input.starts_at) missing.starts_at = [{ code: "blank" }];
    if (!input.ends_at) missing.ends_at = [{ code: "blank" }];
  }
  if (updates?.some((update) => update.type === "retroactive") && !input.ends_at)
    missing.ends_at = [{ code: "blank" }];
  if (Object.keys(missing).length > 0) throw invalid(missing);
}

function columnsOf(input: CreateIncident, severity: Severity) {
  return {
    title: input.title,
    translations: input.translations ?? {},
    notify: input.notify ?? false,
    maintenance_notify: input.maintenance_notify ?? false,
    maintenance_notify_settings: input.maintenance_notify_settings ?? null,
    affects_uptime: input.affects_uptime ?? severity !== "scheduled",
    postmortem: input.postmortem ?? null,
    subscription_group_ids: input.subscription_group_ids ?? [],
  };
}

async function checkLock(
  trx: Trx,
  grant: PageGrant,
  settings: unknown,
  severity: Severity,
  now: string,
): Promise<void> {
  if (severity === "scheduled" || !parseSettings(settings).locked_when_maintenance) return;
  if (await isUnderMaintenance(trx, grant, now))
    throw invalid({ base: [{ code: "locked_by_maintenance" }] });
}

type By = {
  /** The user who posts the updates; null: an API key or the program. */
  posted_by: number | null;
  automation?: Automation;
};

/** Creates an incident inside the caller's transaction. @throws {AppError} `invalid` */
export async function createIncidentIn(
  trx: Trx,
  { grant, page }: { grant: PageGrant; page: LockedPage },
  given: CreateIncident,
  { posted_by, automation }: By,
): Promise<Changed<Incident, AuditEntry, NonEmptyEvents>> {
  const now = wireNow();
  const record = given.impacts
    ? await checkImpacts(trx, grant, page, given.impacts, { sent: given })
    : null;
  const input = { ...given, ...record };
  const severity = await chosenSeverity(trx, grant, page, input.type);
  const times = {
    type: input.type,
    starts_at: startOf(severity, input.starts_at ?? now),
    ends_at: input.ends_at ?? null,
  };
  checkRequiredTimes(input, severity);
  const updates = firstUpdates(input, severity, times, now);
  checkTimes(severity, times.starts_at, times.ends_at);
  const service_ids = await checkServices(trx, grant, input.service_ids);
  await checkLock(trx, grant, page.settings, severity, now);
  await checkGroups(trx, grant, input);
  await checkSocialPosts(trx, grant, page.settings, updates);
  for (const [index, update] of updates.entries())
    await checkNamed(trx, grant, update.service_ids, `updates.${index}.`);

  const incident = await insertIncident(trx, grant, {
    ...times,
    ...columnsOf(input, severity),
    automation: automation ?? null,
    severity,
    declared: record
      ? declareImpacts(record.impacts, record, 0, null)
      : declare({ ...times, service_ids }, 0),
  });
  // Input lists are newest first; ids must ascend with time.
  const rows = updates.toSorted(byTime).map(({ hold_seconds: _, ...update }) => {
    const translations = update.translations ?? {};
    return { ...update, incident_id: incident.id, translations, posted_by };
  });
  const [posted] = await Promise.all([
    Promise.all(rows.map((row) => insertUpdate(trx, grant, row))),
    setLinks(trx, grant, "incident", incident.id, service_ids),
  ]);
  const recorded = await keepDeclared(trx, grant, incident, posted, record);
  const recomputed = await recompute(trx, grant, recorded, null);
  const saved = { row: recorded, incident: recomputed.incident, isReplanned: false };
  const rule = { recurrence: input.recurrence, hold_seconds: holdOf(input) };
  const { recurrence } = await saveRecurrence(trx, grant, page, saved, rule);
  return {
    result: { ...recomputed.incident, recurrence },
    audit: { action: "incident.create", subject_id: incident.id, changes: given },
    events: [incidentCreated(recomputed, { hold_seconds: holdOf(input), posted })],
  };
}

/**
 * Creates an incident, schedules a maintenance, or records a past incident, with its first updates.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createIncident(
  ctx: Context,
  target: PageTarget,
  input: CreateIncident,
): Promise<Incident> {
  const grant = await authorize(ctx, "incident.write", target);
  const by = { posted_by: authorOf(ctx) };
  return changePage(ctx, grant, (trx, page) => createIncidentIn(trx, { grant, page }, input, by));
}
