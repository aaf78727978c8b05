"use server";
import { z } from "zod";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import {
  addressIn,
  fieldsIn,
  flagIn,
  idsIn,
  listIn,
  numberIn,
  secretIn,
  textIn,
} from "#lib/core/forms/read.ts";
import {
  createSubscriptionGroup,
  deleteSubscriptionGroup,
  getSubscriptionGroup,
  updateSubscriptionGroup,
} from "#lib/incidents/groups/groups.ts";
import { CreateSubscriptionGroup, UpdateSubscriptionGroup } from "#lib/incidents/groups/schema.ts";
import { testSubscription } from "#lib/notifications/test-messages.ts";
import { MASK } from "#lib/platform/crypto/mask.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import {
  createSubscription,
  deleteSubscription,
  updateSubscription,
} from "#lib/subscribers/change.ts";
import { getSubscription } from "#lib/subscribers/read.ts";
import { rotateSubscriptionSecret } from "#lib/subscribers/rotate-secret.ts";
import { CreateSubscription, UpdateSubscription } from "#lib/subscribers/schema.ts";
import { addressOf } from "./_address.ts";

/** An object typed as JSON; what is none stays a text, for the schema to refuse. */
function jsonIn(form: FormData, name: string): unknown {
  const typed = textIn(form, name)?.trim() || "{}";
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

/** The form shows an address by its end; a changed one replaces it. */
function changedIn(form: FormData, name: string): string | undefined {
  const typed = addressIn(form, name);
  return typed?.includes(MASK) ? undefined : typed;
}

const read = (form: FormData) =>
  fieldsIn(form, {
    type: textIn,
    email: addressIn,
    country_dial_code: textIn,
    phone_number: changedIn,
    webhook_url: changedIn,
    token: secretIn,
    filter: textIn,
    service_ids: idsIn,
    incident_id: numberIn,
    incident_types: listIn,
    confirm: flagIn,
    locale: textIn,
    style: textIn,
    format: textIn,
    subscription_group_ids: idsIn,
    metadata: jsonIn,
  });
const confirmIn = (form: FormData) => ({ confirm: textIn(form, "confirm") });
const Confirmed = z.object({ confirm: z.string() });

/** A secret is shown this once, where it was made. */
function shownOnce(value: string, t: Translate) {
  return {
    text: t("admin_subscribers.secret"),
    shown: { label: t("admin_subscribers.secret"), value },
  };
}

export const createSubscriptionAction = action(
  "createSubscriptionAction",
  { input: CreateSubscription, read },
  async ({ ctx, target, input, t }) => {
    const { secret } = await createSubscription(ctx, target, input);
    if (secret) return shownOnce(secret, t);
    return { go: `/pages/${target.subdomain}/subscribers?done=created` };
  },
);

export const updateSubscriptionAction = action(
  "updateSubscriptionAction",
  {
    input: UpdateSubscription,
    read,
    record: {
      read: getSubscription,
      subject: "subscription",
    },
  },
  async ({ ctx, target, input, t }) => {
    const { secret } = await updateSubscription(ctx, target, input);
    if (secret) return shownOnce(secret, t);
    return { go: `/pages/${target.subdomain}/subscribers?done=saved` };
  },
);

export const deleteSubscriptionAction = action(
  "deleteSubscriptionAction",
  { input: Confirmed, read: confirmIn },
  async ({ ctx, target, input }) => {
    const address = addressOf(await getSubscription(ctx, target));
    if (input.confirm.trim() !== address) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteSubscription(ctx, target);
    return { go: `/pages/${target.subdomain}/subscribers?done=deleted` };
  },
);

const readName = (form: FormData) => fieldsIn(form, { name: textIn });

export const createSubscriptionGroupAction = action(
  "createSubscriptionGroupAction",
  { input: CreateSubscriptionGroup, read: readName },
  async ({ ctx, target, input, t }) => {
    await createSubscriptionGroup(ctx, target, input);
    return { text: t("admin_subscribers.done.group_created") };
  },
);

export const updateSubscriptionGroupAction = action(
  "updateSubscriptionGroupAction",
  {
    input: UpdateSubscriptionGroup,
    read: readName,
    record: {
      read: getSubscriptionGroup,
      subject: "subscription_group",
    },
  },
  async ({ ctx, target, input, t }) => {
    if (!input.name) throw invalid({ name: [{ code: "blank" }] });
    await updateSubscriptionGroup(ctx, target, input);
    return { text: t("admin_subscribers.done.group_saved") };
  },
);

export const deleteSubscriptionGroupAction = action(
  "deleteSubscriptionGroupAction",
  { input: Confirmed, read: confirmIn },
  async ({ ctx, target, input, t }) => {
    const { name } = await getSubscriptionGroup(ctx, target);
    if (input.confirm.trim() !== name.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteSubscriptionGroup(ctx, target);
    return { text: t("admin_subscribers.done.group_deleted") };
  },
);

export const rotateSubscriptionSecretAction = action(
  "rotateSubscriptionSecretAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    const { secret: value } = await rotateSubscriptionSecret(ctx, target);
    const shown = { label: t("admin_webhooks.secret"), value };
    return { text: t("admin_webhooks.done.rotated"), shown };
  },
);

export const testSubscriptionAction = action(
  "testSubscriptionAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    const reason = await testSubscription(ctx, target, t);
    if (reason === null) return { text: t("admin_subscribers.test.done") };
    return { text: t("admin_subscribers.test.failed", { reason: reasonText(reason, t) }) };
  },
);
