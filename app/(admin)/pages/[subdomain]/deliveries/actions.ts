"use server";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { resendNotification } from "#lib/notifications/resend.ts";

export const resendNotificationAction = action(
  "resendNotificationAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await resendNotification(ctx, target);
    return { text: t("admin_deliveries.resent") };
  },
);
