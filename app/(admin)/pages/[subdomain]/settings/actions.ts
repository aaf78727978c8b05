"use server";
import { z } from "zod";
import { action, question } from "#lib/api/actions.ts";
import { textIn } from "#lib/core/forms/read.ts";
import { deleteStatusPage } from "#lib/pages/create.ts";
import { deleteImage, putImage } from "#lib/pages/images/images.ts";
import { getPageUrl, getStatusPage, previewSettings } from "#lib/pages/read.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { MAX_IMAGE_BYTES, MIB } from "#lib/platform/http/protocol.ts";
import { appearanceReport } from "#lib/site/contrast-report.ts";
import { settingsIn } from "./_read.ts";

// An empty field of these counts as not given.
const KEPT = /^(?:name|url|time_zone|subdomain|default_language)$|_color\d?$/;

function blanks(input: object): Record<string, [{ code: "blank" }]> {
  const emptied = Object.entries(input).filter(
    ([name, value]) => value === undefined && KEPT.test(name),
  );
  return Object.fromEntries(emptied.map(([name]) => [name, [{ code: "blank" }]]));
}

export const updatePageAction = action(
  "updatePageAction",
  {
    input: UpdateStatusPage,
    read: settingsIn,
    record: { read: getStatusPage, subject: "status_page" },
  },
  async ({ ctx, target, input, t }) => {
    const emptied = blanks(input);
    if (Object.keys(emptied).length > 0) throw invalid(emptied);
    const { subdomain } = await updateStatusPage(ctx, target, input);
    if (subdomain !== target.subdomain) return { go: `/pages/${subdomain}/settings?done=saved` };
    return { text: t("admin_settings.done.saved") };
  },
);

/** Shows a draft to everybody, or takes a page back from them. */
export const publishPageAction = action(
  "publishPageAction",
  {
    input: UpdateStatusPage,
    read: (form) => ({ draft: textIn(form, "draft") === "true" }),
  },
  async ({ ctx, target, input, t }) => {
    const { draft } = await updateStatusPage(ctx, target, input);
    if (draft) return { text: t("admin_settings.done.unpublished") };
    const link = { label: t("admin.pages.view"), href: await getPageUrl(ctx, target) };
    return { text: t("admin_settings.done.published"), link };
  },
);

export const deletePageAction = action(
  "deletePageAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { name } = await getStatusPage(ctx, target);
    if (input.confirm.trim() !== name.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteStatusPage(ctx, target);
    return { go: `/organizations/${target.organization_id}` };
  },
);

export const uploadImageAction = action(
  "uploadImageAction",
  {
    input: z.object({ file: z.instanceof(File) }),
    read: (form) => ({ file: form.get("file") }),
  },
  async ({ ctx, target, input: { file }, t }) => {
    if (file.size === 0) throw invalid({ image: [{ code: "blank" }] });
    if (file.size > MAX_IMAGE_BYTES)
      throw invalid({ image: [{ code: "large_file", values: { max: MAX_IMAGE_BYTES / MIB } }] });
    await putImage(ctx, target, Buffer.from(await file.arrayBuffer()));
    return { text: t("admin_appearance.done.uploaded") };
  },
);

export const deleteImageAction = action(
  "deleteImageAction",
  { input: z.object({}), read: () => ({}) },
  async ({ ctx, target, t }) => {
    await deleteImage(ctx, target);
    return { text: t("admin_appearance.done.removed") };
  },
);

/** How the colours that are being chosen will look; what is no colour counts as saved. */
export const lookAction = question(
  "lookAction",
  z.record(z.string(), z.string()),
  async ({ ctx, target, input }) => appearanceReport(await previewSettings(ctx, target, input)),
);
