import type { SubscriptionRow } from "#lib/subscribers/queries.ts";
import type { Subscription } from "#lib/subscribers/schema.ts";
import { styleOf } from "#lib/subscribers/style.ts";

export function serializeSubscription(
  row: SubscriptionRow,
  service_ids: number[],
  subscription_group_ids: number[],
): Subscription {
  return {
    id: row.id,
    type: row.type,
    filter: row.filter,
    service_ids,
    incident_types: row.incident_types,
    incident_id: row.incident_id,
    email: row.email,
    confirm: row.confirmed_at !== null,
    country_dial_code: row.country_dial_code,
    phone_number: row.phone_number,
    webhook_url: row.webhook_url,
    locale: row.locale,
    metadata: row.metadata as Subscription["metadata"],
    subscription_group_ids,
    style: styleOf(row),
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
  };
}
