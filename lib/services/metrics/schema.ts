import { z } from "zod";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { issue, MAX_NAME, optionalText, text } from "#lib/core/fields/text.ts";
import { choice, flag, optionalId } from "#lib/core/fields/value.ts";

export const METRIC_TYPES = ["up", "rt"] as const;
export const FEATURED_NUMBERS = ["avg", "max", "last"] as const;
export type FeaturedNumber = (typeof FEATURED_NUMBERS)[number];
const METRIC_STATUSES = ["active", "inactive"] as const;

// Daily sums of such values stay exact and within PostgreSQL's range.
export const MAX_VALUE = 1e15;

/** Some providers take a query instead of an id. */
const MAX_QUERY = 1_000;

const SERVICE = {
  description: "The service whose checks feed the metric, instead of an integration",
  "x-extension": true,
};

const integrationId = z
  .union([
    z.int().min(0),
    z
      .string()
      .regex(/^[0-9]{0,15}$/)
      .transform(Number),
  ])
  .nullable()
  .refine((id) => id === null || Number.isSafeInteger(id), issue("invalid"))
  .transform((id) => id || null)
  .optional()
  .meta({ description: "Where the entries come from; a number in a text is accepted" });

const MetricFields = z.object({
  title: name(),
  unit: text(MAX_NAME),
  type: choice(METRIC_TYPES),
  enabled: flag(),
  visible: flag(),
  remote_id: optionalText(MAX_QUERY),
  remote_name: optionalText(MAX_NAME),
  threshold: z.number().min(-MAX_VALUE).max(MAX_VALUE).nullish(),
  featured_number: choice(FEATURED_NUMBERS),
  integration_id: integrationId,
  service_id: optionalId().meta(SERVICE),
});

export const CreateMetric = requiring(MetricFields, ["title", "unit", "type"], {
  featured_number: "avg",
});
export type CreateMetric = z.infer<typeof CreateMetric>;

export const UpdateMetric = MetricFields;
export type UpdateMetric = z.infer<typeof UpdateMetric>;

export const Metric = z.object({
  id: z.int(),
  title: z.string(),
  unit: z.string(),
  type: z.enum(METRIC_TYPES),
  enabled: z.boolean(),
  visible: z.boolean(),
  remote_id: z.string().nullable(),
  remote_name: z.string().nullable(),
  status: z
    .enum(METRIC_STATUSES)
    .meta({ description: "`active`: enabled, and the last entry is younger than an hour" }),
  latest_entry_time: z.int().nullable().meta({ description: "Unix seconds; null without entries" }),
  threshold: z.number().nullable(),
  featured_number: z.enum(FEATURED_NUMBERS),
  order: z.int(),
  integration_id: z.int().nullable(),
  service_id: z.int().nullable().meta(SERVICE),
});
export type Metric = z.output<typeof Metric>;

named(CreateMetric, "CreateMetric");
named(UpdateMetric, "UpdateMetric");
named(Metric, "Metric");
