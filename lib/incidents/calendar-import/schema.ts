import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";

const SKIPPED = ["unreadable", "unknown_zone", "no_end", "no_title", "no_room"] as const;

const SkippedEvent = z.object({
  line: z.int().nullable().meta({ description: "Where it begins in the file" }),
  uid: z.string(),
  title: z.string(),
  reason: z.enum(SKIPPED).meta({
    description: "`no_room`: one of more events than are imported",
  }),
  detail: z.string().meta({ description: "The unknown time zone, or what cannot be read" }),
});
export type SkippedEvent = z.output<typeof SkippedEvent>;

export const CalendarImport = z.object({
  checked_at: wireTime.nullable().meta({ description: "null: it was never imported" }),
  last_error: z.string().nullable().meta({ description: "null: it succeeded" }),
  created: z.int(),
  changed: z.int(),
  called_off: z.int(),
  unchanged: z.int(),
  left_out: z.int().meta({ description: "How many events were left out" }),
  left_out_events: z.array(SkippedEvent).meta({ description: "The first 50 of them" }),
});
export type CalendarImport = z.output<typeof CalendarImport>;

named(CalendarImport, "CalendarImport");
