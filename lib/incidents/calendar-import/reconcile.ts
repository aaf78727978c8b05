import { isDeepStrictEqual } from "node:util";
import type { Trx } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Occurrence } from "#lib/incidents/calendar-import/candidates.ts";
import {
  deleteEvents,
  findEvent,
  type KnownEvent,
  saveEvent,
} from "#lib/incidents/calendar-import/queries.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident } from "#lib/incidents/read.ts";
import {
  CreateIncident,
  type Incident,
  PostUpdate,
  UpdateIncident,
} from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

export type Import = {
  grant: PageGrant;
  target: PageTarget;
  integration_id: number;
  servicesOf(occurrence: Occurrence): number[];
  /** Whether subscribers are notified. */
  notify: boolean;
  t: Translate;
};

type Outcome = "created" | "changed" | "called_off" | "unchanged" | "left_out";

/** A concurrent import of the same calendar has already handled the event. */
class ConcurrentImport extends Error {}

/**
 * Stores the event's new state in the verb's own transaction, and fails if a concurrent import
 * changed it first. The page lock serializes the two.
 */
function recordingEvent<T>(
  ctx: Context,
  { grant, integration_id }: Import,
  { key, known }: { key: string; known: KnownEvent | undefined },
  note: (trx: Trx, result: T) => Promise<void>,
): Context {
  return {
    ...ctx,
    precondition: async (trx) => {
      const there = await findEvent(trx, grant, integration_id, key);
      if (!isDeepStrictEqual(there, known)) throw new ConcurrentImport();
    },
    before_commit: (trx, result) => note(trx, result as T),
  };
}

async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    // An operator has deleted the incident.
    if (error instanceof ConcurrentImport || code === "not_found") return "unchanged";
    if (code === "invalid") return "left_out";
    throw error;
  }
}

const NOTICE_SETTINGS = { before_notice_minutes: 1_440, on_start: true, on_end: true };

async function create(ctx: Context, of: Import, occurrence: Occurrence): Promise<Outcome> {
  const { title, description, starts_at, ends_at, key } = occurrence;
  const text = description || (of.notify ? title : "");
  const updates = text === "" ? [] : [{ description: text, notify: of.notify }];
  const input = parseInput(CreateIncident, {
    ...{ title, starts_at, ends_at, updates },
    type: "scheduled",
    service_ids: of.servicesOf(occurrence),
    maintenance_notify: of.notify,
    maintenance_notify_settings: NOTICE_SETTINGS,
  });
  const own = { key, known: undefined };
  const recording = recordingEvent<Incident>(
    ctx,
    of,
    own,
    async (trx, { id: incident_id, updates: posted }) => {
      const update_id = posted[0]?.id ?? null;
      const written = { title, description: text, starts_at, ends_at, update_id };
      await saveEvent(trx, of.grant, of.integration_id, { key, incident_id, written });
    },
  );
  await createIncident(recording, of.target, input);
  return "created";
}

/** Whether there is nothing to do: the event is unchanged, or an operator deleted its incident. */
export function isInLine(known: KnownEvent | undefined, occurrence: Occurrence): boolean {
  if (!known) return false;
  const { written, incident_id } = known;
  const { title, description, starts_at, ends_at } = occurrence;
  const isSame =
    written.title === title &&
    (written.description === description || description === "") &&
    written.starts_at === starts_at &&
    written.ends_at === ends_at;
  return isSame || incident_id === null;
}

/** Changes from the calendar, except to fields that an operator has edited. */
function changesOf(
  now: Incident,
  { written }: KnownEvent,
  { title, description, starts_at, ends_at }: Occurrence,
): UpdateIncident {
  const isTimed = now.starts_at === written.starts_at && now.ends_at === written.ends_at;
  const text = now.updates.find(({ id }) => id === written.update_id);
  const isUntouched = text !== undefined && text.description === written.description;
  return parseInput(UpdateIncident, {
    ...(now.title === written.title && title !== now.title && { title }),
    ...(isTimed && { starts_at, ends_at }),
    ...(isUntouched && description !== "" && { updates: [{ id: text.id, description }] }),
  });
}

async function change(
  ctx: Context,
  of: Import,
  known: KnownEvent,
  occurrence: Occurrence,
): Promise<Outcome> {
  const { key, incident_id, written } = known;
  if (incident_id === null || isInLine(known, occurrence)) return "unchanged";
  const { title, description, starts_at, ends_at } = occurrence;
  const text = description || written.description;
  const next = { ...written, title, starts_at, ends_at, description: text };
  const target = { ...of.target, incident_id };
  const recording = recordingEvent(ctx, of, { key, known }, (trx) =>
    saveEvent(trx, of.grant, of.integration_id, { key, incident_id, written: next }),
  );
  await updateIncident(
    recording,
    target,
    changesOf(await getIncident(ctx, target), known, occurrence),
  );
  return "changed";
}

export function importEvent(
  ctx: Context,
  of: Import,
  known: KnownEvent | undefined,
  occurrence: Occurrence,
): Promise<Outcome> {
  return outcomeOf(known ? change(ctx, of, known, occurrence) : create(ctx, of, occurrence));
}

async function end(ctx: Context, of: Import, known: KnownEvent): Promise<Outcome> {
  const { key, incident_id, written } = known;
  if (incident_id === null) return "unchanged";
  const target = { ...of.target, incident_id };
  const { starts_at, ends_at, updates } = await getIncident(ctx, target);
  const isOwn = starts_at === written.starts_at && ends_at === written.ends_at;
  if (!isOwn) return "unchanged";
  const recording = recordingEvent(ctx, of, { key, known }, (trx) =>
    deleteEvents(trx, of.grant, of.integration_id, [key]),
  );
  const wasAnnounced = of.notify || updates.some(({ subscribers_notified_at: at }) => at !== null);
  if (!wasAnnounced) await deleteIncident(recording, target);
  else {
    const description = of.t("news.called_off");
    const input = parseInput(PostUpdate, { type: "resolved", description, notify: true });
    await postUpdate(recording, target, input);
  }
  return "called_off";
}

/**
 * Cancels a maintenance whose event has disappeared. It is deleted, or resolved with an update if
 * subscribers were notified of it. A maintenance that an operator moved stays.
 */
export function callOff(ctx: Context, of: Import, known: KnownEvent): Promise<Outcome> {
  return outcomeOf(end(ctx, of, known));
}
