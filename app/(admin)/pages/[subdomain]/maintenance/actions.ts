"use server";
import { z } from "zod";
import { NewIncident } from "#app/(admin)/pages/[subdomain]/incidents/_forms.ts";
import {
  CHOICES,
  type Choice,
  chosenRule,
  type Recurrence,
} from "#app/(admin)/pages/[subdomain]/maintenance/_recurrence.ts";
import { action, question } from "#lib/api/actions.ts";
import { issue, MAX_NAME } from "#lib/core/fields/text.ts";
import {
  fieldsIn,
  flagIn,
  idsIn,
  momentIn,
  numberIn,
  textIn,
  translationsIn,
} from "#lib/core/forms/read.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident, type IncidentTarget } from "#lib/incidents/read.ts";
import { PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { previewRecurrence } from "./_preview.ts";

const listOf = (subdomain: string) => `/pages/${subdomain}/maintenance`;
const addressOf = ({ subdomain, incident_id }: IncidentTarget) =>
  `${listOf(subdomain)}/${incident_id}`;

const readTimes = (form: FormData) => ({
  starts_at: momentIn(form, "starts_at"),
  ends_at: momentIn(form, "ends_at"),
});

/**
 * The rule that is asked for; undefined: as it is. A member of a series that is moved to another
 * day keeps the series' rule unless that is changed, or what follows is to change with it.
 */
function readRule(form: FormData): string | null | undefined {
  const text = (name: string) => textIn(form, name) ?? "";
  const chosen = {
    repeat: text("repeat") as Choice,
    rule: text("rule"),
    ends: text("repeat_ends") as Recurrence["ends"],
    until: text("repeat_until"),
    count: text("repeat_count"),
  };
  const isSame = text("repeat_before") === JSON.stringify(chosen);
  if (isSame && !flagIn(form, "apply_to_following")) return undefined;
  return chosenRule(chosen, text("starts_at"));
}

/** Minutes before the start: of a choice, or typed behind it. */
function reminderIn(form: FormData, name: string): unknown {
  return numberIn(form, textIn(form, `${name}.choice`) === "own" ? name : `${name}.choice`);
}

function readFields(form: FormData) {
  return {
    type: textIn(form, "type"),
    title: textIn(form, "title")?.trim(),
    service_ids: idsIn(form, "service_ids"),
    ...readTimes(form),
    translations: translationsIn(form),
    maintenance_notify: flagIn(form, "maintenance_notify"),
    maintenance_notify_settings: {
      before_notice_minutes: reminderIn(form, "before_notice_minutes"),
      second_before_notice_minutes: reminderIn(form, "second_before_notice_minutes"),
      on_start: flagIn(form, "on_start"),
      on_end: flagIn(form, "on_end"),
    },
    affects_uptime: flagIn(form, "affects_uptime"),
    ...fieldsIn(form, { subscription_group_ids: idsIn }),
    ...(form.has("repeat") && { recurrence: readRule(form) }),
    ...(form.has("apply_to_following") && {
      apply_to_following: flagIn(form, "apply_to_following"),
    }),
  };
}

function readNew(form: FormData) {
  const description = textIn(form, "description")?.trim();
  const translations = translationsIn(form, "texts");
  return {
    ...readFields(form),
    notify: flagIn(form, "notify"),
    ...(description && { updates: [{ description, translations }] }),
  };
}

type Reminding = Pick<UpdateIncident, "maintenance_notify" | "maintenance_notify_settings">;

/** The API keeps the switch without any time; in the form nobody would be reminded by mistake. */
function checkReminders(input: Reminding, ctx: z.RefinementCtx): void {
  const times = Object.values(input.maintenance_notify_settings ?? {});
  if (!input.maintenance_notify || times.some((time) => time === 0 || time)) return;
  ctx.addIssue({ code: "custom", path: ["maintenance_notify"], ...issue("needs_reminder") });
}

const NewMaintenance = NewIncident.superRefine((input, ctx) => {
  for (const name of ["starts_at", "ends_at"] as const)
    if (!input[name]) ctx.addIssue({ code: "custom", path: [name], ...issue("blank") });
  checkReminders(input, ctx);
});

export const createMaintenanceAction = action(
  "createMaintenanceAction",
  { input: NewMaintenance, read: readNew },
  async ({ ctx, target, input }) => {
    await createIncident(ctx, target, input);
    return { go: `${listOf(target.subdomain)}?done=scheduled` };
  },
);

const record = {
  read: getIncident,
  subject: "incident",
};

export const updateMaintenanceAction = action(
  "updateMaintenanceAction",
  { input: UpdateIncident.superRefine(checkReminders), read: readFields, record },
  async ({ ctx, target, input }) => {
    if (!input.title) throw invalid({ title: [{ code: "blank" }] });
    if (!input.service_ids?.length) throw invalid({ service_ids: [{ code: "needs_service" }] });
    await updateIncident(ctx, target, input);
    return { go: `${addressOf(target)}?done=saved` };
  },
);

/** So long it can be undone without anybody having heard of it. */
const UNDO_SECONDS = 20;

/** Starts a maintenance now, ends it, or calls it off. */
export const advanceMaintenanceAction = action(
  "advanceMaintenanceAction",
  {
    input: PostUpdate,
    read: (form) => ({
      type: textIn(form, "type") === "started" ? "started" : "resolved",
      description: textIn(form, "description")?.trim(),
      notify: flagIn(form, "notify"),
      hold_seconds: UNDO_SECONDS,
    }),
  },
  async ({ ctx, target, input, t }) => {
    const { id, type } = await postUpdate(ctx, target, input);
    const { plan } = await getIncident(ctx, target);
    const ended = plan === "called_off" ? "called_off" : "completed";
    const fields = {
      subdomain: target.subdomain,
      incident_id: String(target.incident_id),
      update_id: String(id),
    };
    return {
      text: t(`admin_maintenance.done.${type === "resolved" ? ended : "started"}`),
      undo: { action: "withdraw_update", fields },
    };
  },
);

/** Moves a maintenance to new times, or takes its plan away until there are some. */
export const postponeMaintenanceAction = action(
  "postponeMaintenanceAction",
  {
    input: UpdateIncident,
    record,
    read: (form) => ({
      ...readTimes(form),
      updates: [
        {
          type: "postponed",
          description: textIn(form, "description")?.trim(),
          notify: flagIn(form, "notify"),
        },
      ],
    }),
  },
  async ({ ctx, target, input, t }) => {
    const { starts_at, ends_at } = input;
    if (ends_at && !starts_at) throw invalid({ starts_at: [{ code: "blank" }] });
    if (starts_at && !ends_at) throw invalid({ ends_at: [{ code: "blank" }] });
    await updateIncident(ctx, target, input);
    return { text: t("admin_maintenance.done.postponed") };
  },
);

const Chosen = z.object({
  repeat: z.enum(CHOICES),
  rule: z.string().max(MAX_NAME),
  ends: z.enum(["never", "on", "after"]).catch("never"),
  until: z.string().max(MAX_NAME),
  count: z.string().max(MAX_NAME),
  starts_at: z.string().max(MAX_NAME),
  ends_at: z.string().max(MAX_NAME),
  time_zone: z.string().max(MAX_NAME),
});

/** The next five times of what a form has, or why there are none. */
export const previewRecurrenceAction = question(
  "previewRecurrenceAction",
  Chosen,
  async ({ ctx, input, t }) => previewRecurrence(ctx, input, t),
);

export const deleteMaintenanceAction = action(
  "deleteMaintenanceAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { title } = await getIncident(ctx, target);
    if (input.confirm.trim() !== title.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteIncident(ctx, target);
    return { go: `${listOf(target.subdomain)}?done=deleted` };
  },
);
