"use server";
import { z } from "zod";
import { action, NO_INPUT } from "#lib/actions.ts";
import { wireNow } from "#lib/clock.ts";
import { invalid } from "#lib/errors.ts";
import { issue } from "#lib/fields/text.ts";
import { idsIn, momentIn, textIn } from "#lib/forms/read.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { deleteUpdate } from "#lib/incidents/delete-update.ts";
import { editUpdate } from "#lib/incidents/edit-update.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import {
  getIncident,
  type IncidentTarget,
  type IncidentUpdateTarget,
} from "#lib/incidents/read.ts";
import { restoreUpdate } from "#lib/incidents/restore-update.ts";
import { CreateIncident, EditUpdate, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";

function addressOf({ subdomain, incident_id }: IncidentTarget): string {
  return `/pages/${subdomain}/incidents/${incident_id}`;
}

function readTimes(form: FormData) {
  return { starts_at: momentIn(form, "starts_at"), ends_at: momentIn(form, "ends_at") ?? null };
}

function readIncident(form: FormData) {
  const type = textIn(form, "type");
  const description = textIn(form, "description");
  const isMaintenance = form.getAll("maintenance_type").includes(type ?? "");
  const isOver = !isMaintenance && form.has("over");
  return {
    type,
    title: textIn(form, "title")?.trim(),
    service_ids: idsIn(form, "service_ids"),
    ...((isMaintenance || isOver) && readTimes(form)),
    ...(description && { updates: [{ description, ...(isOver && { type: "retroactive" }) }] }),
  };
}

const NewIncident = CreateIncident.superRefine(({ service_ids }, ctx) => {
  if (!service_ids?.length)
    ctx.addIssue({ code: "custom", path: ["service_ids"], ...issue("needs_service") });
});

export const createIncidentAction = action(
  "createIncidentAction",
  { input: NewIncident, read: readIncident },
  async ({ ctx, target, input }) => {
    const { id, ends_at } = await createIncident(ctx, target, input);
    const done =
      input.ends_at && input.ends_at > wireNow() ? "scheduled" : ends_at ? "recorded" : "created";
    return { go: `${addressOf({ ...target, incident_id: id })}?done=${done}` };
  },
);

export const updateIncidentAction = action(
  "updateIncidentAction",
  {
    input: UpdateIncident,
    record: {
      read: getIncident,
      subject: ({ incident_id }) => `incident:${incident_id}`,
    },
    read: (form) => ({
      title: textIn(form, "title")?.trim(),
      service_ids: idsIn(form, "service_ids"),
      ...readTimes(form),
    }),
  },
  async ({ ctx, target, input }) => {
    if (!input.title) throw invalid({ title: [{ code: "blank" }] });
    if (!input.service_ids?.length) throw invalid({ service_ids: [{ code: "needs_service" }] });
    await updateIncident(ctx, target, input);
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

function readUpdate(form: FormData) {
  return { type: textIn(form, "type"), description: textIn(form, "description") };
}

/** What names an update to the action that takes back what was done with it. */
function fieldsOf(target: IncidentUpdateTarget): Record<string, string> {
  const { subdomain, incident_id, update_id } = target;
  return { subdomain, incident_id: String(incident_id), update_id: String(update_id) };
}

/** So long a posted update can be undone without anybody having heard of it. */
const UNDO_SECONDS = 20;

/** With the button `resolve` the update resolves, and needs no text of its own. */
function readPosted(form: FormData) {
  const update = { ...readUpdate(form), hold_seconds: UNDO_SECONDS };
  if (!form.has("resolve")) return update;
  return {
    ...update,
    type: "resolved",
    description: update.description || textIn(form, "resolved_text"),
  };
}

export const postUpdateAction = action(
  "postUpdateAction",
  { input: PostUpdate, read: readPosted },
  async ({ ctx, target, input, t }) => {
    const { id, type } = await postUpdate(ctx, target, input);
    return {
      text: t(type === "resolved" ? "admin.done.resolved" : "admin.done.update_posted"),
      undo: { action: "delete_update", fields: fieldsOf({ ...target, update_id: id }) },
    };
  },
);

export const editUpdateAction = action(
  "editUpdateAction",
  {
    input: EditUpdate,
    read: readUpdate,
  },
  async ({ ctx, target, input }) => {
    if (!input.description) throw invalid({ description: [{ code: "blank" }] });
    await editUpdate(ctx, target, input);
    return { go: `${addressOf(target)}?done=update_saved#update-${target.update_id}` };
  },
);

export const deleteUpdateAction = action(
  "deleteUpdateAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await deleteUpdate(ctx, target);
    return {
      text: t("admin.done.update_deleted"),
      undo: { action: "restore_update", fields: fieldsOf(target) },
    };
  },
);

export const restoreUpdateAction = action(
  "restoreUpdateAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await restoreUpdate(ctx, target);
    return { text: t("admin.done.update_restored") };
  },
);
