"use server";
import { readPosted, readUpdate } from "#app/(admin)/pages/[subdomain]/incidents/_forms.ts";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { builtInSeverity } from "#lib/core/fields/severity.ts";
import { momentIn } from "#lib/core/forms/read.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  deleteUpdate,
  editUpdate,
  restoreUpdate,
  withdrawPost,
} from "#lib/incidents/change-update.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import {
  getIncident,
  type IncidentTarget,
  type IncidentUpdateTarget,
} from "#lib/incidents/read.ts";
import { EditUpdate, type Incident, PostUpdate } from "#lib/incidents/schema.ts";
import { listIncidentTypes } from "#lib/incidents/types/incident-types.ts";
import { readAudience } from "#lib/notifications/audience/audience.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

/** Fields by which the undo action finds the update. */
function fieldsOf(target: IncidentUpdateTarget): Record<string, string> {
  const { subdomain, incident_id, update_id } = target;
  return { subdomain, incident_id: String(incident_id), update_id: String(update_id) };
}

/** The services that an update names: those chosen, if they are others than before. */
function namedIn({ service_ids: chosen }: PostUpdate, { service_ids: before }: Incident) {
  if (chosen === undefined) return undefined;
  if (chosen === null) throw invalid({ service_ids: [{ code: "needs_service" }] });
  const isSame = before.length === chosen.length && before.every((id) => chosen.includes(id));
  return isSame ? undefined : chosen;
}

async function isPlanned(ctx: Context, target: IncidentTarget, { type }: Incident) {
  const severity = builtInSeverity(type);
  if (severity) return severity === "scheduled";
  const types = await listIncidentTypes(ctx, target);
  return types.some(({ key, base_severity }) => key === type && base_severity === "scheduled");
}

function saidOf(
  { type, notify }: Pick<PostUpdate, "type" | "notify">,
  { isMaintenance, count }: { isMaintenance: boolean; count: number },
  t: Translate,
) {
  if (notify && count > 0) return t("admin_composer.done.notify", { count });
  if (type !== "resolved") return t("admin.done.update_posted");
  return t(isMaintenance ? "admin.done.completed" : "admin.done.resolved");
}

export const postUpdateAction = action(
  "postUpdateAction",
  { input: PostUpdate, read: readPosted },
  async ({ ctx, target, input, t }) => {
    const before = await getIncident(ctx, target);
    const service_ids = namedIn(input, before);
    const { id } = await postUpdate(ctx, target, { ...input, service_ids });
    const [{ total_count: count }, isMaintenance] = await Promise.all([
      readAudience(ctx, target),
      isPlanned(ctx, target, before),
    ]);
    const fields = fieldsOf({ ...target, update_id: id });
    return {
      text: saidOf(input, { isMaintenance, count }, t),
      undo: { action: "withdraw_update", fields },
    };
  },
);

/** Takes back what was posted while nobody has heard of it. */
export const withdrawUpdateAction = action(
  "withdrawUpdateAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    if (!(await withdrawPost(ctx, target))) return { text: t("admin_composer.done.too_late") };
    return {
      text: t("admin_composer.done.withdrawn"),
      undo: { action: "restore_update", fields: fieldsOf(target) },
    };
  },
);

function addressOf({ subdomain, incident_id }: IncidentTarget): string {
  return `/pages/${subdomain}/incidents/${incident_id}`;
}

async function getUpdateOf(ctx: Context, target: IncidentUpdateTarget) {
  const { updates } = await getIncident(ctx, target);
  const update = updates.find(({ id }) => id === target.update_id);
  if (!update) throw notFound();
  return update;
}

export const editUpdateAction = action(
  "editUpdateAction",
  {
    input: EditUpdate,
    record: {
      read: getUpdateOf,
      subject: "incident_update",
    },
    read: (form) => ({
      ...readUpdate(form),
      ...(form.has("next_update_at") && {
        next_update_at: momentIn(form, "next_update_at") ?? null,
      }),
    }),
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
