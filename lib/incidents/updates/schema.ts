import { z } from "zod";
import { publicTexts, translations } from "#lib/core/fields/json.ts";
import { MAX_DESCRIPTION, markdown } from "#lib/core/fields/text.ts";
import { pastDatetime, wireTime } from "#lib/core/fields/time.ts";
import { flag, plainFlag } from "#lib/core/fields/value.ts";

export const MAX_UPDATES = 1_000;

export const UpdateFields = z.object({
  posted_at: pastDatetime(),
  description: markdown(MAX_DESCRIPTION),
  translations: translations({ description: MAX_DESCRIPTION }).transform(publicTexts),
  notify: plainFlag(),
  social_post: flag(),
});

export const Update = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  posted_at: wireTime,
  description: z.string(),
  description_html: z.string(),
  translations: z.record(z.string(), z.object({ description: z.string().nullish() })),
  subscribers_notified_at: wireTime.nullable(),
  social_post: z.boolean(),
});
export type Update = z.infer<typeof Update>;
