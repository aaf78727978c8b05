import { database } from "#db/index.ts";
import { authorize, authorizeJob } from "#lib/core/access/authorize.ts";
import { type NewEvent, newEvent } from "#lib/core/events/event.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { isUnderMaintenance } from "#lib/incidents/queries.ts";
import { closeOutage } from "#lib/monitoring/automation/ends.ts";
import {
  type Done,
  type Down,
  joinOutage,
  openOutage,
  type Room,
} from "#lib/monitoring/automation/outages.ts";
import { lastPauseEnd } from "#lib/monitoring/automation/pauses.queries.ts";
import {
  findOutageOf,
  isHidden,
  isSaidByPeople,
  type LedOutage,
  listGroupOutages,
  putUp,
} from "#lib/monitoring/automation/queries.ts";
import { type Action, actionOn, leaderOf } from "#lib/monitoring/automation/rules.ts";
import { type Following, tellTeam } from "#lib/monitoring/automation/telling.ts";
import {
  isPaused,
  type KnownVerdict,
  lockVerdict,
  noteApplied,
} from "#lib/monitoring/verdicts/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { laterOf, wireNow } from "#lib/platform/clock.ts";
import { getServiceRow, type ServiceRow, updateServiceRow } from "#lib/services/queries.ts";

type Found = {
  service: ServiceRow;
  verdict: KnownVerdict;
  now: string;
  group_id: number;
  parent_id: number | null;
  known: LedOutage | undefined;
  leading: LedOutage | undefined;
};

/** Of several that go on in a group, one that the program leads. */
function leadingOf(outages: readonly LedOutage[]): LedOutage | undefined {
  const led = outages.filter((outage) => leaderOf(outage) !== null);
  return led.find((outage) => leaderOf(outage) === "program") ?? led[0];
}

async function isSilenced({ trx, grant, page }: Room, service_id: number, now: string) {
  if (await isPaused(trx, { ...grant, service_id }, now)) return true;
  const { locked_when_maintenance } = parseSettings(page.settings);
  return locked_when_maintenance && (await isUnderMaintenance(trx, grant, now));
}

/** What is to be done, and with what. */
async function look(room: Room, service: ServiceRow, verdict: KnownVerdict) {
  const { trx, grant } = room;
  const now = wireNow();
  // What nobody sees is named beside nothing else.
  const hidden = await isHidden(trx, grant, service.id);
  const group_id = (hidden ? null : service.parent_id) ?? service.id;
  const isNamed = !hidden && service.parent_incident_type !== null;
  const known = await findOutageOf(trx, grant, service.id);
  const leading = leadingOf(await listGroupOutages(trx, grant, group_id));
  const leader = leading ? leaderOf(leading) : null;
  const isSaid = await isSaidByPeople(trx, grant, service.id);
  const action = actionOn({
    is_up: verdict.is_up,
    auto_incident: service.auto_incident,
    is_paused: verdict.is_up === false && (await isSilenced(room, service.id, now)),
    is_known: known !== undefined,
    group: isSaid ? "people" : leader,
  });
  const parent_id = isNamed ? service.parent_id : null;
  const found: Found = { service, verdict, now, group_id, parent_id, known, leading };
  return { action, found };
}

async function downOf({ trx, grant }: Room, found: Found): Promise<Down> {
  const { service, parent_id, verdict, now } = found;
  const since = verdict.since ?? now;
  const paused = await lastPauseEnd(trx, grant, service.id, { since, now });
  return { service, parent_id, began_at: paused ? laterOf(since, paused) : since };
}

const NOTHING: Done = { audit: null, events: [], outage: null };

async function act(room: Room, action: Action, found: Found): Promise<Done> {
  const { group_id, leading, known, service, verdict, now } = found;
  if (action === "open") return openOutage(room, await downOf(room, found), group_id);
  if ((action === "join" || action === "note") && leading)
    return joinOutage(room, leading, await downOf(room, found), action === "join");
  if ((action !== "recover" && action !== "leave") || !known) return NOTHING;
  const at = verdict.since ?? now;
  const part = { outage_id: known.id, service_id: service.id };
  const how = { up_at: at, is_left: action === "leave" };
  const down = await putUp(room.trx, room.grant, part, how);
  return down > 0 ? NOTHING : closeOutage(room, known, at);
}

async function statusEvent({ trx, grant }: Room, id: number, is_up: boolean): Promise<NewEvent> {
  const { name, parent_id, display_response_time_chart, current_incident_type } =
    await getServiceRow(trx, grant, id);
  const object = { name, parent_id, display_response_time_chart, current_incident_type };
  return newEvent(
    "service.monitored_status.updated",
    { object: { type: "service", id, ...object }, monitored_status: is_up ? "up" : "down" },
    { subject_id: id },
  );
}

function followingOf(action: Action, found: Found, { outage }: Done): Following {
  const { service, verdict } = found;
  const { is_up, since, reason, detail } = verdict;
  const isDown = is_up === false;
  const down_at = isDown ? since : (found.known?.began_at ?? null);
  return { service, isDown, since, down_at, reason, detail, action, outage };
}

/** What is no longer watched is not told as up or down, only what ended with it. */
function leftOf({ audit, events }: Done) {
  const [first, ...others] = events;
  if (!audit || !first) return unchanged(undefined);
  return { result: undefined, audit, events: [first, ...others] as const };
}

async function apply(room: Room, service_id: number) {
  const { trx, grant } = room;
  const watched = { status_page_id: grant.status_page_id, service_id };
  const verdict = await lockVerdict(trx, watched);
  if (!verdict) return unchanged(undefined);
  const { is_up, applied_is_up } = verdict;
  const service = await getServiceRow(trx, grant, service_id);
  if (service.is_up !== is_up) await updateServiceRow(trx, grant, service_id, { is_up });
  if (is_up === applied_is_up) return unchanged(undefined);
  const { action, found } = await look(room, service, verdict);
  // Neither is for anybody to see; what waits is looked at again.
  if (action === "wait") return unchanged(undefined);
  await noteApplied(trx, watched, is_up, found.now);
  const done = await act(room, action, found);
  if (is_up === null) return leftOf(done);
  if (!is_up || applied_is_up === false) await tellTeam(room, followingOf(action, found, done));
  const { since, reason, source } = verdict;
  const changes = { is_up, since, reason, source, outcome: action };
  return {
    result: undefined,
    audit: done.audit ?? { action: "service.verdict", subject_id: service_id, changes },
    events: [await statusEvent(room, service_id, is_up), ...done.events] as const,
  };
}

/**
 * Does what follows from what monitoring believes of a service, in one transaction: done twice, or
 * by two workers, it is done once.
 */
export async function applyVerdict(payload: Payloads["apply-verdict"]): Promise<void> {
  const ctx = systemContext(database(), "apply-verdict");
  const page = await authorizeJob(ctx, payload.status_page_id);
  if (!page) return;
  const grant = await authorize(ctx, "incident.write", page);
  await changePage(ctx, grant, (trx, page) => apply({ trx, grant, page }, payload.service_id));
}
