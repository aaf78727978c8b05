"use server";
import { z } from "zod";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { addressIn, fieldsIn, flagIn, listIn, textIn } from "#lib/core/forms/read.ts";
import { redeliver, sendTest } from "#lib/notifications/webhook-deliveries/delivery.ts";
import { rotateSecret } from "#lib/notifications/webhooks/rotate-secret.ts";
import { CreateWebhook, UpdateWebhook } from "#lib/notifications/webhooks/schema.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  updateWebhook,
} from "#lib/notifications/webhooks/webhooks.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

const read = (form: FormData) =>
  fieldsIn(form, { url: addressIn, events: listIn, enabled: flagIn, ordered: flagIn });

export const createWebhookAction = action(
  "createWebhookAction",
  { input: CreateWebhook, read },
  async ({ ctx, target, input, t }) => {
    const { secret: value } = await createWebhook(ctx, target, input);
    const shown = { label: t("admin_webhooks.secret"), value };
    return { text: t("admin_webhooks.done.created"), shown };
  },
);

export const updateWebhookAction = action(
  "updateWebhookAction",
  { input: UpdateWebhook, read },
  async ({ ctx, target, input, t }) => {
    if (input.url === undefined) throw invalid({ url: [{ code: "blank" }] });
    await updateWebhook(ctx, target, input);
    return { text: t("admin_webhooks.done.saved") };
  },
);

/** Switches one on or off where it is listed, and leaves the rest as it is. */
export const enableWebhookAction = action(
  "enableWebhookAction",
  { input: UpdateWebhook.pick({ enabled: true }), read },
  async ({ ctx, target, input, t }) => {
    await updateWebhook(ctx, target, input as UpdateWebhook);
    return { text: t(`admin_webhooks.done.${input.enabled ? "enabled" : "disabled"}`) };
  },
);

export const deleteWebhookAction = action(
  "deleteWebhookAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { url } = await getWebhook(ctx, target);
    if (input.confirm.trim() !== new URL(url).host)
      throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteWebhook(ctx, target);
    return { go: `/pages/${target.subdomain}/integrations/webhooks?done=deleted` };
  },
);

export const rotateSecretAction = action(
  "rotateSecretAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    const { secret: value } = await rotateSecret(ctx, target);
    const shown = { label: t("admin_webhooks.secret"), value };
    return { text: t("admin_webhooks.done.rotated"), shown };
  },
);

export const sendTestAction = action("sendTestAction", NO_INPUT, async ({ ctx, target }) => {
  const { id } = await sendTest(ctx, target);
  return { go: `/pages/${target.subdomain}/deliveries/${id}?done=tested` };
});

export const redeliverAction = action("redeliverAction", NO_INPUT, async ({ ctx, target }) => {
  const { id } = await redeliver(ctx, target);
  return { go: `/pages/${target.subdomain}/deliveries/${id}?done=sent_again` };
});
