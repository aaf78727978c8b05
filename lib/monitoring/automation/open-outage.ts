import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { EventDraft } from "#lib/core/events/record.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { NonEmptyEvents } from "#lib/core/transaction/outcome.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { declareServices } from "#lib/incidents/change-services.ts";
import { createIncidentIn } from "#lib/incidents/create.ts";
import {
  deleteDraftRow,
  getDraftRow,
  insertDraft,
  updateDraftRow,
} from "#lib/incidents/drafts/queries.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { lockToPost, postUpdateIn } from "#lib/incidents/post-update.ts";
import { type LockedIncident, lockForChange, recompute } from "#lib/incidents/recompute.ts";
import {
  type Automation,
  CreateIncident,
  type Incident,
  PostUpdate,
} from "#lib/incidents/schema.ts";
import {
  addDownService,
  findOutage,
  insertOutage,
  isDraftUnchanged,
  type OutageWithIncident,
  updateOutage,
} from "#lib/monitoring/automation/queries.ts";
import { leaderOf, outageType } from "#lib/monitoring/automation/rules.ts";
import { titleOf, updateOf } from "#lib/monitoring/automation/texts.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { listKnownServiceIds, type ServiceRow } from "#lib/services/queries.ts";

export type PageChange = { trx: Trx; grant: PageGrant; page: LockedPage };

export type OutageChange = {
  audit: AuditEntry | null;
  events: readonly EventDraft[];
  outage: OutageWithIncident | null;
};

type Published = {
  incident: Incident;
  audit: AuditEntry;
  events: NonEmptyEvents;
  outage: OutageWithIncident;
};

/** `parent_id`: the parent to list with it; `began_at`: wire time. */
export type FailedService = { service: ServiceRow; parent_id: number | null; began_at: string };

type Draft = { type?: string; service_ids?: number[]; updates?: object[] };

/** Monitoring posts without an author. */
export const NO_AUTHOR = { posted_by: null };

export function settingsOf({ page }: PageChange): Settings {
  return parseSettings(page.settings);
}

function affectedServiceIds({ service, parent_id }: FailedService): number[] {
  return parent_id === null ? [service.id] : [parent_id, service.id];
}

function withAffected(
  { service_ids }: Pick<LockedIncident["before"], "service_ids">,
  down: FailedService,
): number[] {
  return [...new Set([...service_ids, ...affectedServiceIds(down)])];
}

function typeOf({ service, parent_id }: FailedService): "major" | "minor" {
  return outageType(
    service.incident_type,
    parent_id === null ? null : service.parent_incident_type,
  );
}

function incidentFieldsOf(change: PageChange, down: FailedService): object {
  const settings = settingsOf(change);
  const { service, began_at } = down;
  const said = updateOf(settings, "found", service);
  return {
    ...titleOf(settings, service),
    type: typeOf(down),
    starts_at: began_at,
    service_ids: affectedServiceIds(down),
    updates: [{ type: "issue", ...said, notify: service.auto_notify }],
  };
}

async function reloadOutage({ trx, grant }: PageChange, id: number): Promise<OutageWithIncident> {
  const outage = await findOutage(trx, grant, id);
  if (!outage) throw new Error(`No outage ${id}`);
  return outage;
}

async function enqueuePublication({ trx, grant }: PageChange, outage_id: number, run_at: string) {
  const { status_page_id } = grant;
  const key = `outage:${outage_id}`;
  await enqueue(trx, "advance-outage", { status_page_id, outage_id }, { run_at, key });
}

/** Opens an outage, with an incident or a draft as the service's policy says. */
export async function openOutage(
  change: PageChange,
  down: FailedService,
  group_id: number,
): Promise<OutageChange> {
  const { trx, grant } = change;
  const { mode, delay_minutes } = down.service.publish_policy as {
    mode: string;
    delay_minutes: number | null;
  };
  const fields = incidentFieldsOf(change, down);
  const { began_at, service } = down;
  const { id } = await insertOutage(trx, grant, { group_id, began_at, state: "waiting" });
  await addDownService(trx, grant, { outage_id: id, service_id: service.id, down_at: began_at });
  if (mode === "at_once") return publishFields(change, id, fields, "detected");
  const written = JSON.stringify(fields);
  const draft = await insertDraft(trx, grant, { fields: written });
  const publish_at = mode === "delayed" ? later(wireNow(), (delay_minutes ?? 0) * 60) : null;
  await updateOutage(trx, grant, id, { draft_id: draft.id, drafted: written, publish_at });
  if (publish_at !== null) await enqueuePublication(change, id, publish_at);
  return { audit: null, events: [], outage: await reloadOutage(change, id) };
}

async function publishFields(
  change: PageChange,
  outage_id: number,
  fields: object,
  automation: Automation,
): Promise<Published> {
  const { trx, grant } = change;
  const wanted = (fields as Draft).service_ids ?? [];
  const known = await listKnownServiceIds(trx, grant, wanted);
  const service_ids = wanted.filter((id) => known.includes(id));
  const input = parseInput(CreateIncident, { ...fields, service_ids });
  const opened = await createIncidentIn(trx, change, input, { ...NO_AUTHOR, automation });
  const { id: incident_id } = opened.result;
  const published = { state: "published", incident_id, draft_id: null, publish_at: null };
  await updateOutage(trx, grant, outage_id, published);
  const outage = await reloadOutage(change, outage_id);
  return { incident: opened.result, audit: opened.audit, events: opened.events, outage };
}

/** Publishes the draft of an outage as an incident. @throws {AppError} `invalid` */
export async function publishDraft(
  change: PageChange,
  { id, draft_id }: { id: number; draft_id: number },
  automation: Automation,
): Promise<Published> {
  const { fields } = await getDraftRow(change.trx, change.grant, draft_id);
  const done = await publishFields(change, id, fields as object, automation);
  await deleteDraftRow(change.trx, change.grant, draft_id);
  return done;
}

async function joinDraft(
  change: PageChange,
  outage: OutageWithIncident,
  down: FailedService,
): Promise<void> {
  const { trx, grant } = change;
  const { id, draft_id } = outage;
  if (draft_id === null || !(await isDraftUnchanged(trx, grant, id))) return;
  const fields = (await getDraftRow(trx, grant, draft_id)).fields as Draft;
  const service_ids = [...new Set([...(fields.service_ids ?? []), ...affectedServiceIds(down)])];
  const said = updateOf(settingsOf(change), "found_too", down.service);
  const updates = [...(fields.updates ?? []), { ...said, notify: down.service.auto_notify }];
  const type = typeOf(down) === "major" ? "major" : fields.type;
  const written = JSON.stringify({ ...fields, type, service_ids, updates });
  await updateDraftRow(trx, grant, draft_id, { fields: written, updated_at: wireNow() });
  await updateOutage(trx, grant, id, { drafted: written });
}

async function joinIncident(
  change: PageChange,
  incident_id: number,
  down: FailedService,
): Promise<OutageChange> {
  const { trx, grant } = change;
  const { service } = down;
  const locked = await lockToPost(trx, grant, incident_id);
  const incident = await declareServices(
    trx,
    grant,
    locked,
    withAffected(locked.before, down),
    down.began_at,
  );
  const isWorse = locked.incident.severity === "minor" && typeOf(down) === "major";
  const input = parseInput(PostUpdate, {
    ...updateOf(settingsOf(change), "found_too", service),
    type: isWorse ? "escalate" : "update",
    notify: service.auto_notify,
  });
  const posting = { ...change, ...locked, incident };
  const { audit, events } = await postUpdateIn(trx, posting, input, NO_AUTHOR);
  return { audit, events, outage: null };
}

/** Changes the services of a published incident from a moment on, without a word to anybody. */
async function changeServices(
  { trx, grant }: PageChange,
  incident_id: number,
  servicesOf: (before: LockedIncident["before"]) => readonly number[],
  from: string,
): Promise<OutageChange> {
  const locked = await lockForChange(trx, grant, incident_id);
  const { before } = locked;
  const service_ids = servicesOf(before);
  const row = await declareServices(trx, grant, locked, service_ids, from);
  const recomputed = await recompute(trx, grant, row, before, { updatesChanged: false });
  return {
    audit: { action: "incident.update", subject_id: incident_id, changes: { service_ids } },
    events: [incidentUpdated(recomputed)],
    outage: null,
  };
}

/**
 * A service is up again while others of its outage are still down.
 * @param isParentNamed a service that is still down names the parent too
 */
export async function leaveIncident(
  change: PageChange,
  outage: OutageWithIncident,
  { service, isParentNamed }: { service: ServiceRow; isParentNamed: boolean },
  at: string,
): Promise<OutageChange> {
  const { incident_id } = outage;
  const nothing = { audit: null, events: [], outage };
  if (incident_id === null || leaderOf(outage) !== "program") return nothing;
  const parent_id = isParentNamed ? null : service.parent_id;
  const isBack = (id: number) => id === service.id || id === parent_id;
  const others = ({ service_ids }: LockedIncident["before"]) => {
    const left = service_ids.filter((id) => !isBack(id));
    return left.length > 0 ? left : service_ids;
  };
  return { ...(await changeServices(change, incident_id, others, at)), outage };
}

export async function joinOutage(
  change: PageChange,
  outage: OutageWithIncident,
  down: FailedService,
  isLed: boolean,
): Promise<OutageChange> {
  const part = { outage_id: outage.id, service_id: down.service.id, down_at: down.began_at };
  const again = await addDownService(change.trx, change.grant, part);
  const nothing = { audit: null, events: [], outage };
  const { incident_id } = outage;
  if (isLed && again && incident_id !== null) {
    const all = (before: LockedIncident["before"]) => withAffected(before, down);
    return { ...(await changeServices(change, incident_id, all, down.began_at)), outage };
  }
  if (!isLed || again) return nothing;
  if (outage.state === "waiting") await joinDraft(change, outage, down);
  if (incident_id === null) return nothing;
  return { ...(await joinIncident(change, incident_id, down)), outage };
}
