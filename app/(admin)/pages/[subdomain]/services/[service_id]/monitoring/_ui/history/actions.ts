"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { flagIn, numberIn, textIn } from "#lib/core/forms/read.ts";
import { correctDay, undoCorrection } from "#lib/services/uptime-corrections/change.ts";
import { CorrectDay } from "#lib/services/uptime-corrections/schema.ts";

const MINUTE = 60;

/** Whole seconds of what was typed in minutes; what is no number stays what it is. */
function secondsIn(form: FormData): unknown {
  const minutes = numberIn(form, "downtime_minutes");
  return typeof minutes === "number" ? Math.round(minutes * MINUTE) : minutes;
}

export const correctDayAction = action(
  "correctDayAction",
  {
    input: CorrectDay,
    read: (form) => ({
      downtime_seconds: secondsIn(form),
      ignore_checks: flagIn(form, "ignore_checks"),
      reason: textIn(form, "reason"),
    }),
  },
  async ({ ctx, target, input, t }) => {
    await correctDay(ctx, target, input);
    return { text: t("admin_history.done.corrected") };
  },
);

export const undoCorrectionAction = action(
  "undoCorrectionAction",
  { input: z.object({}), read: () => ({}) },
  async ({ ctx, target, t }) => {
    await undoCorrection(ctx, target);
    return { text: t("admin_history.done.undone") };
  },
);
