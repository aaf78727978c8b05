import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { EventDraft } from "#lib/core/events/record.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { NonEmptyEvents } from "#lib/core/transaction/outcome.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { createIncidentIn } from "#lib/incidents/create.ts";
import {
  deleteDraftRow,
  getDraftRow,
  insertDraft,
  updateDraftRow,
} from "#lib/incidents/drafts/queries.ts";
import { lockToPost, postUpdateIn } from "#lib/incidents/post-update.ts";
import {
  type Automation,
  CreateIncident,
  type Incident,
  PostUpdate,
} from "#lib/incidents/schema.ts";
import {
  findOutage,
  insertOutage,
  isUntouched,
  type LedOutage,
  putDown,
  updateOutage,
} from "#lib/monitoring/automation/queries.ts";
import { outageType } from "#lib/monitoring/automation/rules.ts";
import { titleOf, updateOf } from "#lib/monitoring/automation/words.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { listAllLinks, setLinks } from "#lib/services/links.queries.ts";
import { listKnownServiceIds, type ServiceRow } from "#lib/services/queries.ts";

/** The page that is changed, in the transaction that changes it. */
export type Room = { trx: Trx; grant: PageGrant; page: LockedPage };

/** What came of it, for the audit log, for those who listen, and for the team. */
export type Done = {
  audit: AuditEntry | null;
  events: readonly EventDraft[];
  outage: LedOutage | null;
};

type Published = {
  incident: Incident;
  audit: AuditEntry;
  events: NonEmptyEvents;
  outage: LedOutage;
};

/** A service that is down: the parent that is to be named with it, and since when. */
export type Down = { service: ServiceRow; parent_id: number | null; began_at: string };

type Draft = { type?: string; service_ids?: number[]; updates?: object[] };

/** Nobody signs what monitoring posts. */
export const NO_POSTER = { posted_by: null };

export function settingsOf({ page }: Room): Settings {
  return parseSettings(page.settings);
}

function namedBy({ service, parent_id }: Down): number[] {
  return parent_id === null ? [service.id] : [parent_id, service.id];
}

function typeOf({ service, parent_id }: Down): "major" | "minor" {
  return outageType(
    service.incident_type,
    parent_id === null ? null : service.parent_incident_type,
  );
}

function firstOf(room: Room, down: Down): object {
  const settings = settingsOf(room);
  const { service, began_at } = down;
  const said = updateOf(settings, "found", service);
  return {
    ...titleOf(settings, service),
    type: typeOf(down),
    starts_at: began_at,
    service_ids: namedBy(down),
    updates: [{ type: "issue", ...said, notify: service.auto_notify }],
  };
}

async function reread({ trx, grant }: Room, id: number): Promise<LedOutage> {
  const outage = await findOutage(trx, grant, id);
  if (!outage) throw new Error(`No outage ${id}`);
  return outage;
}

/** Has a worker publish an outage when it is due. */
async function orderPublication({ trx, grant }: Room, outage_id: number, run_at: string) {
  const { status_page_id } = grant;
  const key = `outage:${outage_id}`;
  await enqueue(trx, "advance-outage", { status_page_id, outage_id }, { run_at, key });
}

/** Opens an outage: its incident at once, or a draft of it, as the service's policy says. */
export async function openOutage(room: Room, down: Down, group_id: number): Promise<Done> {
  const { trx, grant } = room;
  const { mode, delay_minutes } = down.service.publish_policy as {
    mode: string;
    delay_minutes: number | null;
  };
  const fields = firstOf(room, down);
  const { began_at, service } = down;
  const { id } = await insertOutage(trx, grant, { group_id, began_at, state: "waiting" });
  await putDown(trx, grant, { outage_id: id, service_id: service.id, down_at: began_at });
  if (mode === "at_once") return publishFields(room, id, fields, "detected");
  const written = JSON.stringify(fields);
  const draft = await insertDraft(trx, grant, { fields: written });
  const publish_at = mode === "delayed" ? later(wireNow(), (delay_minutes ?? 0) * 60) : null;
  await updateOutage(trx, grant, id, { draft_id: draft.id, drafted: written, publish_at });
  if (publish_at !== null) await orderPublication(room, id, publish_at);
  return { audit: null, events: [], outage: await reread(room, id) };
}

async function publishFields(
  room: Room,
  outage_id: number,
  fields: object,
  automation: Automation,
): Promise<Published> {
  const { trx, grant } = room;
  const wanted = (fields as Draft).service_ids ?? [];
  const known = await listKnownServiceIds(trx, grant, wanted);
  const service_ids = wanted.filter((id) => known.includes(id));
  const input = parseInput(CreateIncident, { ...fields, service_ids });
  const opened = await createIncidentIn(trx, room, input, { ...NO_POSTER, automation });
  const { id: incident_id } = opened.result;
  const published = { state: "published", incident_id, draft_id: null, publish_at: null };
  await updateOutage(trx, grant, outage_id, published);
  const outage = await reread(room, outage_id);
  return { incident: opened.result, audit: opened.audit, events: opened.events, outage };
}

/** Makes an incident of an outage's draft, which is then gone. @throws {AppError} `invalid` */
export async function publishWaiting(
  room: Room,
  { id, draft_id }: { id: number; draft_id: number },
  automation: Automation,
): Promise<Published> {
  const { fields } = await getDraftRow(room.trx, room.grant, draft_id);
  const done = await publishFields(room, id, fields as object, automation);
  await deleteDraftRow(room.trx, room.grant, draft_id);
  return done;
}

async function joinDraft(room: Room, outage: LedOutage, down: Down): Promise<void> {
  const { trx, grant } = room;
  const { id, draft_id } = outage;
  if (draft_id === null || !(await isUntouched(trx, grant, id))) return;
  const fields = (await getDraftRow(trx, grant, draft_id)).fields as Draft;
  const service_ids = [...new Set([...(fields.service_ids ?? []), ...namedBy(down)])];
  const said = updateOf(settingsOf(room), "found_too", down.service);
  const updates = [...(fields.updates ?? []), { ...said, notify: down.service.auto_notify }];
  const type = typeOf(down) === "major" ? "major" : fields.type;
  const written = JSON.stringify({ ...fields, type, service_ids, updates });
  await updateDraftRow(trx, grant, draft_id, { fields: written, updated_at: wireNow() });
  await updateOutage(trx, grant, id, { drafted: written });
}

async function joinIncident(room: Room, incident_id: number, down: Down): Promise<Done> {
  const { trx, grant } = room;
  const { service } = down;
  const locked = await lockToPost(trx, grant, incident_id);
  const links = (await listAllLinks(trx, grant, "incident", [incident_id])).get(incident_id) ?? [];
  const service_ids = [...new Set([...links, ...namedBy(down)])];
  await setLinks(trx, grant, "incident", incident_id, service_ids);
  const isWorse = locked.incident.severity === "minor" && typeOf(down) === "major";
  const input = parseInput(PostUpdate, {
    ...updateOf(settingsOf(room), "found_too", service),
    type: isWorse ? "escalate" : "update",
    notify: service.auto_notify,
  });
  const { audit, events } = await postUpdateIn(trx, { ...room, ...locked }, input, NO_POSTER);
  return { audit, events, outage: null };
}

/** A further service of an outage's group is down: it becomes part of the same. */
export async function joinOutage(
  room: Room,
  outage: LedOutage,
  down: Down,
  isLed: boolean,
): Promise<Done> {
  const part = { outage_id: outage.id, service_id: down.service.id, down_at: down.began_at };
  const again = await putDown(room.trx, room.grant, part);
  const nothing = { audit: null, events: [], outage };
  if (!isLed || again) return nothing;
  if (outage.state === "waiting") await joinDraft(room, outage, down);
  if (outage.incident_id === null) return nothing;
  return { ...(await joinIncident(room, outage.incident_id, down)), outage };
}
