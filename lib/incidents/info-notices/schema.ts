import { z } from "zod";
import { translations } from "#lib/core/fields/json.ts";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { MAX_NAME } from "#lib/core/fields/text.ts";
import { datetime, requiredDatetime, wireTime } from "#lib/core/fields/time.ts";
import { ids, optionalId } from "#lib/core/fields/value.ts";
import { GROUP_IDS, groupIds } from "#lib/incidents/groups/schema.ts";
import { MAX_UPDATES, Update, UpdateFields } from "#lib/incidents/updates/schema.ts";

const InfoNoticeFields = z.object({
  title: name(),
  featured_from: requiredDatetime(),
  featured_until: datetime(),
  service_ids: ids().meta({ description: "None: it concerns the page as a whole" }),
  subscription_group_ids: groupIds(),
  updates: z
    .array(UpdateFields.extend({ id: optionalId() }))
    .max(MAX_UPDATES)
    .nullish(),
  translations: translations({ title: MAX_NAME }),
});

const firstUpdates = z
  .array(requiring(UpdateFields, ["description"]))
  .max(MAX_UPDATES)
  .nullish()
  .transform((updates) => (updates?.length ? updates : undefined));

export const CreateInfoNotice = requiring(InfoNoticeFields.extend({ updates: firstUpdates }), [
  "title",
  "updates",
]);
export type CreateInfoNotice = z.infer<typeof CreateInfoNotice>;

export const UpdateInfoNotice = InfoNoticeFields;
export type UpdateInfoNotice = z.infer<typeof UpdateInfoNotice>;

export const InfoNotice = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  title: z.string(),
  featured_from: wireTime,
  featured_until: wireTime.nullable(),
  service_ids: z.array(z.int()),
  subscription_group_ids: GROUP_IDS,
  updates: z.array(Update),
  url: z.string(),
  translations: z.record(z.string(), z.object({ title: z.string().nullish() })),
});
export type InfoNotice = z.infer<typeof InfoNotice>;

named(CreateInfoNotice, "CreateInfoNotice");
named(UpdateInfoNotice, "UpdateInfoNotice");
named(InfoNotice, "InfoNotice");
