"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import {
  fieldsIn,
  flagIn,
  idsIn,
  momentIn,
  numberIn,
  textIn,
  translationsIn,
} from "#lib/core/forms/read.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { deleteInfoNotice } from "#lib/incidents/info-notices/delete.ts";
import { getInfoNotice, type InfoNoticeTarget } from "#lib/incidents/info-notices/read.ts";
import { CreateInfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { updateInfoNotice } from "#lib/incidents/info-notices/update.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

function addressOf({ subdomain, info_notice_id }: InfoNoticeTarget): string {
  return `/pages/${subdomain}/notices/${info_notice_id}`;
}

function readFields(form: FormData) {
  return {
    title: textIn(form, "title")?.trim(),
    service_ids: idsIn(form, "service_ids"),
    featured_from: momentIn(form, "featured_from"),
    featured_until: momentIn(form, "featured_until") ?? null,
    translations: translationsIn(form),
    ...fieldsIn(form, { subscription_group_ids: idsIn }),
  };
}

function readUpdate(form: FormData) {
  const id = numberIn(form, "update_id");
  return {
    ...(id !== null && { id }),
    description: textIn(form, "description")?.trim(),
    translations: translationsIn(form, "texts"),
    ...(form.has("notify") && { notify: flagIn(form, "notify") }),
    ...(form.has("posted_at") && { posted_at: momentIn(form, "posted_at") }),
  };
}

const record = {
  read: getInfoNotice,
  subject: "info_notice",
};

export const createNoticeAction = action(
  "createNoticeAction",
  {
    input: CreateInfoNotice,
    read: (form) => ({ ...readFields(form), updates: [readUpdate(form)] }),
  },
  async ({ ctx, target, input }) => {
    const { id } = await createInfoNotice(ctx, target, input);
    return { go: `${addressOf({ ...target, info_notice_id: id })}?done=created` };
  },
);

export const updateNoticeAction = action(
  "updateNoticeAction",
  { input: UpdateInfoNotice, read: readFields, record },
  async ({ ctx, target, input }) => {
    if (!input.title) throw invalid({ title: [{ code: "blank" }] });
    await updateInfoNotice(ctx, target, input);
    return { go: `${addressOf(target)}?done=saved` };
  },
);

/** Posts an update, or changes the one whose id it has. */
export const writeNoticeUpdateAction = action(
  "writeNoticeUpdateAction",
  { input: UpdateInfoNotice, read: (form) => ({ updates: [readUpdate(form)] }) },
  async ({ ctx, target, input, t }) => {
    const [update] = input.updates ?? [];
    if (!update?.description) throw invalid({ "updates.0.description": [{ code: "blank" }] });
    await updateInfoNotice(ctx, target, input);
    return { text: t(`admin_notices.done.${update.id ? "update_saved" : "posted"}`) };
  },
);

/** Ends a notice now; its undo gives it the end it had. */
export const endNoticeAction = action(
  "endNoticeAction",
  {
    input: UpdateInfoNotice,
    read: (form) => ({
      featured_until: form.has("featured_until")
        ? textIn(form, "featured_until") || null
        : wireNow(),
    }),
  },
  async ({ ctx, target, input, t }) => {
    const before = await getInfoNotice(ctx, target);
    const after = await updateInfoNotice(ctx, target, input);
    const isOver = after.featured_until !== null && after.featured_until <= wireNow();
    const fields = {
      subdomain: target.subdomain,
      info_notice_id: String(target.info_notice_id),
      featured_until: before.featured_until ?? "",
    };
    return {
      text: t(`admin_notices.done.${isOver ? "ended" : "reopened"}`),
      undo: { action: "end_notice", fields },
    };
  },
);

export const deleteNoticeAction = action(
  "deleteNoticeAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { title } = await getInfoNotice(ctx, target);
    if (input.confirm.trim() !== title.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteInfoNotice(ctx, target);
    return { go: `/pages/${target.subdomain}/notices?done=deleted` };
  },
);
