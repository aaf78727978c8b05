import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { ServiceReport } from "#lib/monitoring/reports/schema.ts";

export const OpenAlert = z.object({
  id: z.int(),
  opened_at: wireTime,
  source: ServiceReport.shape.source,
  detail: z.string().nullable(),
  content: ServiceReport.shape.content
    .nullable()
    .meta({ description: "The beginning of the report that opened it; null: silence did" }),
});
export type OpenAlert = z.output<typeof OpenAlert>;

named(OpenAlert, "OpenAlert");
