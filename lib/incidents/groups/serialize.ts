import type { SubscriptionGroupRow } from "#lib/incidents/groups/queries.ts";
import type { SubscriptionGroup } from "#lib/incidents/groups/schema.ts";

export function serializeSubscriptionGroup({
  id,
  name,
  inserted_at,
  updated_at,
}: SubscriptionGroupRow): SubscriptionGroup {
  return { id, name, inserted_at, updated_at };
}
