"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { closeOpenAlert } from "#lib/monitoring/alerts/open-alerts.ts";

export const closeAlertAction = action(
  "closeAlertAction",
  { input: z.object({}), read: () => ({}) },
  async ({ ctx, target, t }) => {
    await closeOpenAlert(ctx, target);
    return { text: t("admin_reports.open.done") };
  },
);
