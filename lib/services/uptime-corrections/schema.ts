import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { text } from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { flag } from "#lib/core/fields/value.ts";

const MAX_REASON = 1_000;
/** A day has 25 hours when clocks are set back. */
const MAX_SECONDS = 25 * 3_600;

const FIELDS = {
  downtime_seconds:
    "How long the service really was down on that day, instead of what its incidents come to; null: that stays",
  ignore_checks: "Whether the checks of that day count for nothing, since they were wrong",
  reason: "Visitors read it",
};

export const CorrectDay = z.object({
  downtime_seconds: z
    .int()
    .min(0)
    .max(MAX_SECONDS)
    .nullish()
    .meta({ description: FIELDS.downtime_seconds }),
  ignore_checks: flag().meta({ description: FIELDS.ignore_checks }),
  reason: text(MAX_REASON).meta({
    description: `${FIELDS.reason}; needed once, then it stays unless another is given`,
  }),
});
export type CorrectDay = z.infer<typeof CorrectDay>;

export const DayCorrection = z.object({
  day: z.iso.date().meta({ description: "A day of the time zone that the page had then" }),
  starts_at: wireTime.meta({ description: "Its bounds, which stay when the page's zone changes" }),
  ends_at: wireTime,
  downtime_seconds: z.int().nullable().meta({ description: FIELDS.downtime_seconds }),
  ignore_checks: z.boolean().meta({ description: FIELDS.ignore_checks }),
  reason: z.string().meta({ description: FIELDS.reason }),
  inserted_at: wireTime,
  updated_at: wireTime,
});
export type DayCorrection = z.output<typeof DayCorrection>;

named(CorrectDay, "CorrectDay");
named(DayCorrection, "DayCorrection");
