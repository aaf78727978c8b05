"use server";

import { z } from "zod";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import { action } from "#lib/api/actions.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import {
  addressIn,
  fieldsIn,
  flagIn,
  hostIn,
  idsIn,
  numberIn,
  secretIn,
  textIn,
} from "#lib/core/forms/read.ts";
import { currentUser } from "#lib/identity/sessions/session.ts";
import { importNow } from "#lib/incidents/calendar-import/import-now.ts";
import { EmailPreview, sendTestMail } from "#lib/notifications/email-preview.ts";
import { TestIntegration, testIntegration } from "#lib/notifications/test-messages.ts";
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  updateIntegration,
} from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration, UpdateIntegration } from "#lib/pages/integrations/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { countsText } from "./_counts.ts";
import { isKind, testedTo, vendorOf } from "./_kinds.ts";
import { addressOf, recognise } from "./_recognise.ts";

const MAX_PASTED = 4_096;

const read = (form: FormData) =>
  fieldsIn(form, {
    name: textIn,
    user: addressIn,
    phone_number: addressIn,
    domain: hostIn,
    email_from_address: addressIn,
    key: secretIn,
    password: secretIn,
    relay: hostIn,
    username: addressIn,
    port: numberIn,
    region: textIn,
    "settings.enabled": flagIn,
    "settings.service_ids": idsIn,
    "settings.notify": flagIn,
  });

export const createIntegrationAction = action(
  "createIntegrationAction",
  { input: CreateIntegration, read },
  async ({ ctx, target, input }) => {
    const { id } = await createIntegration(ctx, target, input);
    return { go: `/pages/${target.subdomain}/integrations/${id}?done=created` };
  },
);

export const updateIntegrationAction = action(
  "updateIntegrationAction",
  { input: UpdateIntegration, read },
  async ({ ctx, target, input }) => {
    await updateIntegration(ctx, target, input);
    return { go: `/pages/${target.subdomain}/integrations?done=saved` };
  },
);

/** Switches one on or off where it is listed, and leaves the rest as it is. */
export const enableIntegrationAction = action(
  "enableIntegrationAction",
  {
    input: UpdateIntegration,
    read: (form) => fieldsIn(form, { "settings.enabled": flagIn }),
  },
  async ({ ctx, target, input, t }) => {
    await updateIntegration(ctx, target, input);
    const done = input.settings?.enabled ? "enabled" : "disabled";
    return { text: t(`admin_integrations.done.${done}`) };
  },
);

export const deleteIntegrationAction = action(
  "deleteIntegrationAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { name } = await getIntegration(ctx, target);
    if (input.confirm.trim() !== vendorOf(name)) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteIntegration(ctx, target);
    return { go: `/pages/${target.subdomain}/integrations?done=deleted` };
  },
);

export const testIntegrationAction = action(
  "testIntegrationAction",
  {
    input: TestIntegration,
    read: (form) => fieldsIn(form, { phone_number: addressIn }),
  },
  async ({ ctx, target, input, t }) => {
    const { name } = await getIntegration(ctx, target);
    const asked = parseInput(EmailPreview, { kind: "notification" });
    const reason =
      isKind(name) && testedTo(name) === "mail"
        ? await sendTestMail(ctx, target, asked, (await currentUser())?.email ?? "")
        : await testIntegration(ctx, target, input, t);
    if (reason === null) return { text: t("admin_integrations.test.done") };
    return { text: t("admin_integrations.test.failed", { reason: reasonText(reason, t) }) };
  },
);

export const importCalendarAction = action(
  "importCalendarAction",
  { input: z.object({}), read: () => ({}) },
  async ({ ctx, target, t }) => {
    const imported = await importNow(ctx, target);
    if (imported === null) return { text: t("admin_calendar.slow") };
    const { last_error: reason, ...counts } = imported;
    if (reason !== null) return { text: t("admin_calendar.failed", { reason }) };
    return { text: t("admin_calendar.done", { counts: countsText(counts, t) }) };
  },
);

/** Only looks at what was pasted: nothing of it is kept, or stands in the address that follows. */
export const recogniseIntegrationAction = action(
  "recogniseIntegrationAction",
  {
    input: z.object({ pasted: z.string().max(MAX_PASTED) }),
    read: (form) => ({ pasted: textIn(form, "pasted") ?? "" }),
  },
  async ({ target, input }) => ({ go: addressOf(target.subdomain, recognise(input.pasted)) }),
);
