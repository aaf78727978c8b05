"use server";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { flagIn, textIn } from "#lib/core/forms/read.ts";
import {
  discardImport,
  updateSubscriptionImport,
  uploadPiece,
} from "#lib/subscribers/import/imports.ts";
import { LayoutChange, UploadPiece } from "#lib/subscribers/import/schema.ts";

/** A piece of a file: where the next one goes, or, after the last one, what was found. */
export const uploadSubscribersAction = action(
  "uploadSubscribersAction",
  {
    input: UploadPiece,
    read: (form) => ({
      import_id: textIn(form, "import_id") || undefined,
      name: textIn(form, "name"),
      place: textIn(form, "place"),
      is_last: flagIn(form, "is_last") ?? false,
      piece: form.get("piece"),
    }),
  },
  async ({ ctx, target, input: { piece, ...input }, t }) => {
    const body = Buffer.from(await piece.arrayBuffer());
    const { id: import_id } = await uploadPiece(ctx, target, { ...input, body });
    if (input.is_last) return { go: `/pages/${target.subdomain}/subscribers/import/${import_id}` };
    const shown = { label: t("admin_import.file"), value: String(import_id) };
    return { text: t("admin_import.file"), shown };
  },
);

export const beginImportAction = action(
  "beginImportAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await updateSubscriptionImport(ctx, target, { state: "importing" });
    return { text: t("admin_import.begun") };
  },
);

/** Sets what each column holds, and checks the file again. */
export const changeLayoutAction = action(
  "changeLayoutAction",
  {
    input: LayoutChange,
    read: (form) => ({
      header: flagIn(form, "has_header") ? "first_row" : "none",
      fields: form.getAll("fields").map((field) => field || null),
      consent_source: textIn(form, "consent_source"),
    }),
  },
  async ({ ctx, target, input, t }) => {
    await updateSubscriptionImport(ctx, target, input);
    return { text: t("admin_import.checking_again") };
  },
);

export const discardImportAction = action(
  "discardImportAction",
  NO_INPUT,
  async ({ ctx, target }) => {
    await discardImport(ctx, target);
    return { go: `/pages/${target.subdomain}/subscribers/import` };
  },
);
