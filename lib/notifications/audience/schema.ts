import { z } from "zod";
import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { named } from "#lib/core/fields/schema.ts";
import { limited, matching } from "#lib/core/fields/text.ts";

const MAX_CHARACTERS = 1_000;
const MAX_DESCRIPTION = 4_000;

export const AudienceQuery = z.object({
  subscription_group_ids: matching(MAX_CHARACTERS, "[0-9]{1,15}(,[0-9]{1,15})*", "digits")
    .optional()
    .transform((ids) => (ids ? ids.split(",").map(Number) : undefined))
    .meta({ description: "Only members of these groups, separated by commas" }),
  description: limited(MAX_DESCRIPTION)
    .optional()
    .meta({ description: "What would be said, for the length of text messages" }),
});

const Channel = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  count: z.int().min(0).meta({ description: "How many would be sent a message" }),
  quarantined_count: z
    .int()
    .min(0)
    .meta({ description: "How many hear nothing, since their address was refused" }),
  segments: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: "Segments of each text message, at most; of other channels null" }),
  seconds: z.int().min(0).nullable().meta({
    description:
      "How long sending takes at the speed of the last events; null: fewer than 20 left by this channel in 30 days",
  }),
});

export const Audience = z.object({
  total_count: z.int().min(0),
  quarantined_count: z.int().min(0),
  seconds: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: "How long the slowest of the channels takes; null: unknown" }),
  channels: z.array(Channel).meta({ description: "Without those that nobody would hear by" }),
});
export type Audience = z.infer<typeof Audience>;

named(Audience, "Audience");
