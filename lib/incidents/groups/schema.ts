import { z } from "zod";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { ids } from "#lib/core/fields/value.ts";

/** A page's groups are always listed whole. */
export const MAX_SUBSCRIPTION_GROUPS = 1_000;

const SubscriptionGroupFields = z.object({ name: name() });

export const CreateSubscriptionGroup = requiring(SubscriptionGroupFields, ["name"]);
export type CreateSubscriptionGroup = z.infer<typeof CreateSubscriptionGroup>;

export const UpdateSubscriptionGroup = SubscriptionGroupFields;
export type UpdateSubscriptionGroup = z.infer<typeof UpdateSubscriptionGroup>;

export const SubscriptionGroup = z.object({
  id: z.int(),
  name: z.string(),
  inserted_at: wireTime,
  updated_at: wireTime,
});
export type SubscriptionGroup = z.infer<typeof SubscriptionGroup>;

named(CreateSubscriptionGroup, "CreateSubscriptionGroup");
named(UpdateSubscriptionGroup, "UpdateSubscriptionGroup");
named(SubscriptionGroup, "SubscriptionGroup");

const MAX_GROUPS = 100;
const MARKED = {
  "x-extension": true,
  description:
    "Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them",
};

export const groupIds = () => ids(MAX_GROUPS).meta(MARKED);

export const GROUP_IDS = z.array(z.int()).meta(MARKED);
