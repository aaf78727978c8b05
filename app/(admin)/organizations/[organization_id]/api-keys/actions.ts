"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { dayEndIn, fieldsIn, listIn, textIn } from "#lib/core/forms/read.ts";
import {
  createOrganizationKey,
  renewApiKey,
  revokeApiKey,
} from "#lib/identity/api-keys/api-keys.ts";
import { CreateOrganizationKey, RenewKey } from "#lib/identity/api-keys/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

export const createApiKeyAction = action(
  "createApiKeyAction",
  {
    input: CreateOrganizationKey,
    read: (form) =>
      fieldsIn(form, {
        name: textIn,
        role: textIn,
        subdomain: textIn,
        permissions: listIn,
        expires_at: dayEndIn,
      }),
  },
  async ({ ctx, target, input, t }) => {
    const { token: value } = await createOrganizationKey(ctx, target, input);
    const shown = { label: t("admin_api_keys.token", { name: input.name }), value };
    return { text: t("admin_api_keys.done.created"), shown };
  },
);

export const renewApiKeyAction = action(
  "renewApiKeyAction",
  { input: RenewKey, read: (form) => fieldsIn(form, { expires_at: dayEndIn }) },
  async ({ ctx, target, input, t }) => {
    const { name, token: value } = await renewApiKey(ctx, target, input);
    const shown = { label: t("admin_api_keys.token", { name }), value };
    return { text: t("admin_api_keys.done.renewed"), shown };
  },
);

export const revokeApiKeyAction = action(
  "revokeApiKeyAction",
  {
    input: z.object({ confirm: z.string(), name: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm"), name: textIn(form, "name") }),
  },
  async ({ ctx, target, input, t }) => {
    if (input.confirm.trim() !== input.name.trim())
      throw invalid({ confirm: [{ code: "mismatch" }] });
    await revokeApiKey(ctx, target);
    return { text: t("admin_api_keys.done.revoked") };
  },
);
