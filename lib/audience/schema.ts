import { z } from "zod";
import { named } from "#lib/fields/named.ts";
import { matching } from "#lib/fields/text.ts";
import { SUBSCRIPTION_TYPES } from "#lib/subscriptions/schema.ts";

const MOST_CHARACTERS = 1_000;

export const AudienceQuery = z.object({
  subscription_group_ids: matching(MOST_CHARACTERS, "[0-9]{1,15}(,[0-9]{1,15})*", "digits")
    .optional()
    .transform((ids) => (ids ? ids.split(",").map(Number) : undefined))
    .meta({ description: "Only members of these groups, separated by commas" }),
});

/** Who would be told of an update of an incident. */
export const Audience = z.object({
  total_count: z.int().min(0),
  channels: z
    .array(z.object({ type: z.enum(SUBSCRIPTION_TYPES), count: z.int().min(1) }))
    .meta({ description: "Without those that nobody would hear by" }),
});
export type Audience = z.infer<typeof Audience>;

named(Audience, "Audience");
