import { z } from "zod";

const wireTime = z.string().meta({ format: "date-time", description: "UTC, `YYYY-MM-DDTHH:MM:SS`", examples: ["2026-11-20T14:02:00"] });

export const InfoNoticeUpdate = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  posted_at: wireTime,
  description: z.string(),
  description_html: z.string(),
  translations: z.record(z.string(), z.object({ description: z.string().nullish() })),
  subscribers_notified_at: wireTime.nullable(),
});
export type InfoNoticeUpdate = z.infer<typeof InfoNoticeUpdate>;

export const InfoNotice = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  title: z.string(),
  featured_from: wireTime,
  featured_until: wireTime.nullable(),
  service_ids: z.array(z.int()),
  updates: z.array(InfoNoticeUpdate),
  url: z.string(),
  translations: z.record(z.string(), z.object({ title: z.string().nullish() })),
});
export type InfoNotice = z.infer<typeof InfoNotice>;
