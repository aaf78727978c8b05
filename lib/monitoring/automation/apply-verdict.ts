import { database } from "#db/index.ts";
import { authorize, authorizeJob } from "#lib/core/access/authorize.ts";
import { type NewEvent, newEvent } from "#lib/core/events/event.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { isUnderMaintenance } from "#lib/incidents/queries.ts";
import { closeOutage } from "#lib/monitoring/automation/ends.ts";
import { notifyTeam, type TeamNotice } from "#lib/monitoring/automation/notify-team.ts";
import {
  type FailedService,
  joinOutage,
  leaveIncident,
  type OutageChange,
  openOutage,
  type PageChange,
} from "#lib/monitoring/automation/open-outage.ts";
import {
  findOutageOf,
  hasManualIncident,
  isHidden,
  listGroupOutages,
  markServiceUp,
  type OutageWithIncident,
} from "#lib/monitoring/automation/queries.ts";
import { type Action, actionOn, leaderOf } from "#lib/monitoring/automation/rules.ts";
import {
  isPaused,
  type KnownVerdict,
  lastPauseEnd,
  lockVerdict,
  markApplied,
} from "#lib/monitoring/verdicts/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { laterOf, wireNow } from "#lib/platform/clock.ts";
import { getServiceRow, type ServiceRow, updateServiceRow } from "#lib/services/queries.ts";

type VerdictContext = {
  service: ServiceRow;
  verdict: KnownVerdict;
  now: string;
  group_id: number;
  parent_id: number | null;
  known: OutageWithIncident | undefined;
  leading: OutageWithIncident | undefined;
};

function leadingOf(outages: readonly OutageWithIncident[]): OutageWithIncident | undefined {
  const led = outages.filter((outage) => leaderOf(outage) !== null);
  return led.find((outage) => leaderOf(outage) === "program") ?? led[0];
}

async function isSilenced({ trx, grant, page }: PageChange, service_id: number, now: string) {
  if (await isPaused(trx, { ...grant, service_id }, now)) return true;
  const { locked_when_maintenance } = parseSettings(page.settings);
  return locked_when_maintenance && (await isUnderMaintenance(trx, grant, now));
}

async function decideAction(change: PageChange, service: ServiceRow, verdict: KnownVerdict) {
  const { trx, grant } = change;
  const now = wireNow();
  // A hidden service gets an outage of its own, not that of its group.
  const hidden = await isHidden(trx, grant, service.id);
  const group_id = (hidden ? null : service.parent_id) ?? service.id;
  const isNamed = !hidden && service.parent_incident_type !== null;
  const known = await findOutageOf(trx, grant, service.id);
  const leading = leadingOf(await listGroupOutages(trx, grant, group_id));
  const leader = leading ? leaderOf(leading) : null;
  const isSaid = await hasManualIncident(trx, grant, service.id);
  const action = actionOn({
    is_up: verdict.is_up,
    auto_incident: service.auto_incident,
    is_paused: verdict.is_up === false && (await isSilenced(change, service.id, now)),
    is_known: known !== undefined,
    group: isSaid ? "people" : leader,
  });
  const parent_id = isNamed ? service.parent_id : null;
  const context: VerdictContext = { service, verdict, now, group_id, parent_id, known, leading };
  return { action, context };
}

async function downOf({ trx, grant }: PageChange, context: VerdictContext): Promise<FailedService> {
  const { service, parent_id, verdict, now } = context;
  const since = verdict.since ?? now;
  const paused = await lastPauseEnd(trx, grant, service.id, { since, now });
  return { service, parent_id, began_at: paused ? laterOf(since, paused) : since };
}

const NOTHING: OutageChange = { audit: null, events: [], outage: null };

async function carryOut(
  change: PageChange,
  action: Action,
  context: VerdictContext,
): Promise<OutageChange> {
  const { group_id, leading, known, service, verdict, now } = context;
  if (action === "open") return openOutage(change, await downOf(change, context), group_id);
  if ((action === "join" || action === "note") && leading)
    return joinOutage(change, leading, await downOf(change, context), action === "join");
  if ((action !== "recover" && action !== "leave") || !known) return NOTHING;
  const at = verdict.since ?? now;
  const part = { outage_id: known.id, service_id: service.id };
  const how = { up_at: at, is_left: action === "leave" };
  const still = await markServiceUp(change.trx, change.grant, part, how);
  if (still.down === 0) return closeOutage(change, known, at);
  const { isParentNamed } = still;
  return how.is_left ? NOTHING : leaveIncident(change, known, { service, isParentNamed }, at);
}

async function statusEvent(
  { trx, grant }: PageChange,
  id: number,
  is_up: boolean,
): Promise<NewEvent> {
  const { name, parent_id, display_response_time_chart, current_incident_type } =
    await getServiceRow(trx, grant, id);
  const object = { name, parent_id, display_response_time_chart, current_incident_type };
  return newEvent(
    "service.monitored_status.updated",
    { object: { type: "service", id, ...object }, monitored_status: is_up ? "up" : "down" },
    { subject_id: id },
  );
}

function noticeOf(action: Action, context: VerdictContext, { outage }: OutageChange): TeamNotice {
  const { service, verdict } = context;
  const { is_up, since, reason, detail } = verdict;
  const isDown = is_up === false;
  const down_at = isDown ? since : (context.known?.began_at ?? null);
  return { service, isDown, since, down_at, reason, detail, action, outage };
}

/** A service that is no longer watched is announced neither as up nor as down. */
function unwatchedResult({ audit, events }: OutageChange) {
  const [first, ...others] = events;
  if (!audit || !first) return unchanged(undefined);
  return { result: undefined, audit, events: [first, ...others] as const };
}

async function apply(change: PageChange, service_id: number) {
  const { trx, grant } = change;
  const watched = { status_page_id: grant.status_page_id, service_id };
  const verdict = await lockVerdict(trx, watched);
  if (!verdict) return unchanged(undefined);
  const { is_up, applied_is_up } = verdict;
  const service = await getServiceRow(trx, grant, service_id);
  if (service.is_up !== is_up) await updateServiceRow(trx, grant, service_id, { is_up });
  if (is_up === applied_is_up) return unchanged(undefined);
  const { action, context } = await decideAction(change, service, verdict);
  // The verdict stays unapplied, and `resume-verdicts` looks at it again.
  if (action === "wait") return unchanged(undefined);
  await markApplied(trx, watched, is_up, context.now);
  const done = await carryOut(change, action, context);
  if (is_up === null) return unwatchedResult(done);
  if (!is_up || applied_is_up === false) await notifyTeam(change, noticeOf(action, context, done));
  const { since, reason, source } = verdict;
  const changes = { is_up, since, reason, source, outcome: action };
  return {
    result: undefined,
    audit: done.audit ?? { action: "service.verdict", subject_id: service_id, changes },
    events: [await statusEvent(change, service_id, is_up), ...done.events] as const,
  };
}

/** Carries out a verdict in one transaction. Idempotent, also when two workers run it. */
export async function applyVerdict(payload: Payloads["apply-verdict"]): Promise<void> {
  const ctx = systemContext(database(), "apply-verdict");
  const page = await authorizeJob(ctx, payload.status_page_id);
  if (!page) return;
  const grant = await authorize(ctx, "incident.write", page);
  await changePage(ctx, grant, (trx, page) => apply({ trx, grant, page }, payload.service_id));
}
