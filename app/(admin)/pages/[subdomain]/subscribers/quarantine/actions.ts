"use server";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { fieldsIn, textIn } from "#lib/core/forms/read.ts";
import {
  Quarantine,
  ReleaseQuarantine,
  releaseQuarantineCause,
  releaseSubscription,
  undoRelease,
} from "#lib/notifications/quarantine.ts";

export const releaseSubscriptionAction = action(
  "releaseSubscriptionAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    const before = await releaseSubscription(ctx, target);
    const text = t("admin_quarantine.done.released");
    if (!before) return { text };
    const { subdomain, subscription_id } = target;
    const fields = { ...before, subdomain, subscription_id: String(subscription_id) };
    return { text, undo: { action: "quarantine_again", fields } };
  },
);

export const quarantineAgainAction = action(
  "quarantineAgainAction",
  {
    input: Quarantine,
    read: (form) =>
      fieldsIn(form, {
        quarantined_at: textIn,
        quarantined_until: textIn,
        quarantine_reason: textIn,
      }),
  },
  async ({ ctx, target, input, t }) => {
    await undoRelease(ctx, target, input);
    return { text: t("admin_quarantine.done.again") };
  },
);

export const releaseCauseAction = action(
  "releaseCauseAction",
  { input: ReleaseQuarantine, read: (form) => fieldsIn(form, { cause: textIn }) },
  async ({ ctx, target, input, t }) => {
    const { released } = await releaseQuarantineCause(ctx, target, input);
    return { text: t("admin_quarantine.done.released_all", { count: released }) };
  },
);
