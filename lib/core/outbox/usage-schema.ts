import { z } from "zod";
import { named } from "#lib/core/fields/named.ts";

export const Usage = z.object({
  status_pages: z.int(),
  members: z.int().meta({ description: "Of the organization and of single pages, each once" }),
  subscribers: z
    .array(z.object({ type: z.string(), count: z.int() }))
    .meta({ description: "Confirmed subscriptions of all pages, by type" }),
  messages: z
    .array(
      z.object({
        month: z.string().meta({ examples: ["2026-11"] }),
        channel: z.string().meta({ examples: ["email", "webhook"] }),
        count: z.int(),
      }),
    )
    .meta({ description: "Messages that left, by month (UTC) and channel, newest month first" }),
});
export type Usage = z.infer<typeof Usage>;

named(Usage, "Usage");
