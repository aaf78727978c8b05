"use server";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import {
  confirmIncident,
  dismissOutage,
  publishOutage,
} from "#lib/monitoring/automation/manage.ts";

export const confirmIncidentAction = action(
  "confirmIncidentAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await confirmIncident(ctx, target);
    return { text: t("admin_automation.confirmed") };
  },
);

export const publishOutageAction = action(
  "publishOutageAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await publishOutage(ctx, target);
    return { text: t("admin_automation.published") };
  },
);

export const dismissOutageAction = action(
  "dismissOutageAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await dismissOutage(ctx, target);
    return { text: t("admin_automation.dismissed") };
  },
);
