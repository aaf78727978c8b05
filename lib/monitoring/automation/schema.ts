import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";

export const Outage = z.object({
  id: z.int(),
  state: z.enum(["waiting", "recovered", "dismissed"]).meta({
    description:
      "`waiting`: your team can still publish or dismiss it; `recovered`: all was up again before it was published",
  }),
  title: z.string().meta({ description: "What the incident is called, or would have been" }),
  began_at: wireTime.meta({ description: "The first failure" }),
  publish_at: wireTime
    .nullable()
    .meta({ description: "When it is published unless dismissed; null: not automatically" }),
  incident_draft_id: z
    .int()
    .nullable()
    .meta({ description: "The draft that will be published, for you to edit" }),
  over_at: wireTime.nullable().meta({ description: "Since when all is up again" }),
  down: z
    .array(
      z.object({
        service_id: z.int(),
        name: z.string(),
        reason: z.string().nullable().meta({ description: "A code, such as `timeout`" }),
        detail: z.string().nullable().meta({ description: "Its figures, such as `503`" }),
      }),
    )
    .meta({ description: "The services that are down, and why" }),
});
export type Outage = z.output<typeof Outage>;

named(Outage, "Outage");
