import { z } from "zod";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { issue } from "#lib/core/fields/text.ts";
import { MAX_VALUE } from "#lib/services/metrics/schema.ts";

const MAX_ENTRIES = 1_000;

const EntryFields = z.object({
  // null and 0 are client errors; only a missing time means now.
  time: z
    .int({ error: ({ input }) => (input === null ? "blank" : undefined) })
    .min(0)
    .refine((time) => time !== 0, issue("blank"))
    .optional()
    .meta({ minimum: 1, description: "Unix seconds, not more than an hour ahead; left out: now" }),
  value: z.number().min(-MAX_VALUE).max(MAX_VALUE).nullish(),
});

export const RecordEntry = requiring(EntryFields, ["value"]);
export type RecordEntry = z.output<typeof RecordEntry>;
export const RecordEntries = z.array(RecordEntry).min(1).max(MAX_ENTRIES);

export const Entry = z.object({ time: z.int(), value: z.number() });
export type Entry = z.output<typeof Entry>;

named(RecordEntry, "CreateMetricEntry");
named(Entry, "MetricEntry");

export const RESOLUTIONS = ["raw", "minute", "hour", "day"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const Point = z.object({
  time: z
    .int()
    .meta({ description: "Unix seconds; of a minute, an hour or a day: its beginning, UTC" }),
  value: z.number().meta({ description: "The average" }),
  count: z.int(),
  min: z.number(),
  max: z.number(),
  last: z.number(),
});
export type Point = z.output<typeof Point>;

/** From `from`, until before `to`. Unix seconds. */
export const Points = z.object({
  entries: z.array(Point),
  meta: z.object({ from: z.int(), to: z.int(), resolution: z.enum(RESOLUTIONS) }),
});
export type Points = z.output<typeof Points>;
