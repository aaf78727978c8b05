import type { SubscriptionGroupRow } from "#lib/subscription-groups/queries.ts";
import type { SubscriptionGroup } from "#lib/subscription-groups/schema.ts";

export function serializeSubscriptionGroup({
  id,
  name,
  inserted_at,
  updated_at,
}: SubscriptionGroupRow): SubscriptionGroup {
  return { id, name, inserted_at, updated_at };
}
