"use server";
import { z } from "zod";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { textIn } from "#lib/core/forms/read.ts";
import { closeOpenAlert } from "#lib/monitoring/alerts/open-alerts.ts";
import { replaceAlertAddress } from "#lib/monitoring/reports/alert-address.ts";
import { ALERT_TOOLS } from "#lib/services/monitoring-tools.ts";
import { replaceAddresses } from "#lib/services/replace-addresses.ts";

export const closeAlertAction = action("closeAlertAction", NO_INPUT, async ({ ctx, target, t }) => {
  await closeOpenAlert(ctx, target);
  return { text: t("admin_reports.open.done") };
});

export const replaceAddressesAction = action(
  "replaceAddressesAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await replaceAddresses(ctx, target);
    return { text: t("admin_reports.replace.done") };
  },
);

export const replaceAlertAddressAction = action(
  "replaceAlertAddressAction",
  {
    input: z.object({ tool: z.enum(ALERT_TOOLS) }),
    read: (form) => ({ tool: textIn(form, "tool") }),
  },
  async ({ ctx, target, input, t }) => {
    await replaceAlertAddress(ctx, { ...target, webhook_monitoring_service: input.tool });
    return { text: t("admin_reports.replace.done") };
  },
);
