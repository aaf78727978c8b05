"use server";
import { z } from "zod";
import { impactsIn } from "#app/(admin)/pages/[subdomain]/incidents/_course.ts";
import {
  NewIncident,
  readIncident,
  readTimes,
} from "#app/(admin)/pages/[subdomain]/incidents/_forms.ts";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { fieldsIn, flagIn, idsIn, textIn } from "#lib/core/forms/read.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changedImpacts } from "#lib/incidents/change-impacts.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident, withdrawIncident } from "#lib/incidents/delete.ts";
import { createDraft, deleteDraft, getDraft, updateDraft } from "#lib/incidents/drafts/drafts.ts";
import { duplicateIncident, publishDraft } from "#lib/incidents/drafts/publish.ts";
import { DraftFields, type IncidentDraft } from "#lib/incidents/drafts/schema.ts";
import { getIncident, type IncidentTarget } from "#lib/incidents/read.ts";
import { UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

function addressOf({ subdomain, incident_id }: IncidentTarget): string {
  return `/pages/${subdomain}/incidents/${incident_id}`;
}

function draftAddress({ subdomain }: PageTarget, id: number, done: string): string {
  return `/pages/${subdomain}/incidents/new?draft=${id}&done=${done}`;
}

/** A new incident, or one begun as a draft: to post, or to keep. */
const Begun = z.object({ keep: z.boolean(), draft: z.number().nullable(), fields: z.unknown() });

function readBegun(form: FormData) {
  const draft = Number(textIn(form, "incident_draft_id")) || null;
  const keep = form.has("keep");
  return { keep, draft, fields: readIncident(form, keep) };
}

/** The form changes a draft's first update; fields it does not have, and later updates, stay. */
function updatesOf({ updates: [before, ...rest] }: IncidentDraft, { updates }: DraftFields) {
  const written = updates?.[0];
  if (!written) return rest;
  // Where the form has no such choice, it is no longer one.
  const { notify: _notify, social_post: _social_post, type, ...first } = { ...before };
  return [{ ...first, ...(type !== "retroactive" && { type }), ...written }, ...rest];
}

const NO_TIMES = { starts_at: null, ends_at: null };

/** The form shows no times of an incident that goes on: those of such a draft stay. */
function timesOf({ starts_at, ends_at }: IncidentDraft) {
  const now = wireNow();
  const isGoingOn = (starts_at === null || starts_at <= now) && (ends_at === null || ends_at > now);
  return isGoingOn ? {} : NO_TIMES;
}

async function keep(ctx: Context, target: PageTarget, draft: number | null, sent: unknown) {
  const fields = parseInput(DraftFields, sent);
  if (draft === null) return (await createDraft(ctx, target, fields)).id;
  const its = { ...target, incident_draft_id: draft };
  const before = await getDraft(ctx, its);
  const updates = updatesOf(before, fields);
  const whole = parseInput(DraftFields, { ...timesOf(before), ...fields, updates });
  return (await updateDraft(ctx, its, whole)).id;
}

export const createIncidentAction = action(
  "createIncidentAction",
  { input: Begun, read: readBegun },
  async ({ ctx, target, input }) => {
    const { draft, fields } = input;
    if (input.keep)
      return { go: draftAddress(target, await keep(ctx, target, draft, fields), "draft_saved") };
    const given = parseInput(NewIncident, fields);
    if (draft) await keep(ctx, target, draft, fields);
    const { id, ends_at } = draft
      ? await publishDraft(ctx, { ...target, incident_draft_id: draft })
      : await createIncident(ctx, target, given);
    const isAhead = given.ends_at && given.ends_at > wireNow();
    const ended = ends_at ? "recorded" : "created";
    const done = isAhead ? "scheduled" : ended;
    return { go: `${addressOf({ ...target, incident_id: id })}?done=${done}` };
  },
);

/** Takes back a new incident while nobody has heard of it; what was written is a draft again. */
export const withdrawIncidentAction = action(
  "withdrawIncidentAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    const { id } = await duplicateIncident(ctx, target, { times: true });
    if (await withdrawIncident(ctx, target)) return { go: draftAddress(target, id, "withdrawn") };
    await deleteDraft(ctx, { ...target, incident_draft_id: id });
    return { text: t("admin_composer.done.too_late_incident") };
  },
);

export const duplicateIncidentAction = action(
  "duplicateIncidentAction",
  NO_INPUT,
  async ({ ctx, target }) => {
    const { id } = await duplicateIncident(ctx, target);
    return { go: draftAddress(target, id, "copied") };
  },
);

export const deleteDraftAction = action(
  "deleteDraftAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await deleteDraft(ctx, target);
    return { text: t("admin_composer.done.draft_deleted") };
  },
);

const TITLE = /^title_translations\.([\w-]+)\.title$/;

/** The title in other languages; a language left empty has none. */
function titlesIn(form: FormData) {
  const names = [...form.keys()].filter((name) => TITLE.test(name));
  if (names.length === 0) return undefined;
  const texts = names.map((name) => [TITLE.exec(name)?.[1], textIn(form, name)?.trim()] as const);
  return Object.fromEntries(
    texts.filter(([, title]) => title).map(([tag, title]) => [tag, { title }]),
  );
}

const EditIncident = UpdateIncident.extend({ since: z.enum(["now", "start"]).optional() });
type EditIncident = z.infer<typeof EditIncident>;

/** The course as the verb takes it: rows, a change since now or the start, or the fields alone. */
async function withCourse(
  ctx: Context,
  target: IncidentTarget,
  { since, ...input }: EditIncident,
): Promise<UpdateIncident> {
  if (input.impacts_follow_updates) return { ...input, impacts: undefined };
  if (input.impacts || !since) return input;
  const before = await getIncident(ctx, target);
  const {
    type = before.type,
    service_ids = before.service_ids,
    starts_at = before.starts_at,
    ends_at = null,
  } = input;
  const change = { type, service_ids, starts_at, ends_at };
  const impacts = changedImpacts(before, change, since, wireNow());
  if (!impacts) return input;
  const unsaid = { type: undefined, service_ids: undefined, starts_at: undefined };
  return { ...input, ...unsaid, ends_at: undefined, impacts };
}

export const updateIncidentAction = action(
  "updateIncidentAction",
  {
    input: EditIncident,
    record: {
      read: getIncident,
      subject: "incident",
    },
    read: (form) => ({
      title: textIn(form, "title")?.trim(),
      service_ids: idsIn(form, "service_ids"),
      translations: titlesIn(form),
      ...fieldsIn(form, {
        type: textIn,
        affects_uptime: flagIn,
        subscription_group_ids: idsIn,
        impacts_follow_updates: flagIn,
      }),
      ...readTimes(form),
      since: textIn(form, "since"),
      impacts: impactsIn(form),
    }),
  },
  async ({ ctx, target, input }) => {
    if (!input.title) throw invalid({ title: [{ code: "blank" }] });
    if (!input.service_ids?.length) throw invalid({ service_ids: [{ code: "needs_service" }] });
    await updateIncident(ctx, target, await withCourse(ctx, target, input));
    return { go: `${addressOf(target)}?done=saved` };
  },
);

export const deleteIncidentAction = action(
  "deleteIncidentAction",
  {
    input: z.object({ title: z.string() }),
    read: (form) => ({ title: textIn(form, "title") }),
  },
  async ({ ctx, target, input }) => {
    const { title } = await getIncident(ctx, target);
    if (input.title.trim() !== title.trim()) throw invalid({ title: [{ code: "mismatch" }] });
    await deleteIncident(ctx, target);
    return { go: `/pages/${target.subdomain}/incidents?done=deleted` };
  },
);
