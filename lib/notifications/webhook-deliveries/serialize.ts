import type { DeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import type { Delivery } from "#lib/notifications/webhooks/schema.ts";

export function serializeDelivery(row: DeliveryRow): Delivery {
  const { id, inserted_at, webhook_id, message_id, event, state, next_attempt_at, body } = row;
  const attempts = row.attempts as Delivery["attempts"];
  return {
    id,
    inserted_at,
    webhook_id,
    message_id,
    event,
    state,
    next_attempt_at,
    attempts,
    payload: JSON.parse(body),
  };
}
