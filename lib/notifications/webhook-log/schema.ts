import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { digits } from "#lib/core/fields/text.ts";
import { requiredDatetime } from "#lib/core/fields/time.ts";
import { choice } from "#lib/core/fields/value.ts";
import {
  Attempt,
  DELIVERY_STATES,
  Delivery,
  TEST_EVENT,
  WEBHOOK_EVENTS,
} from "#lib/notifications/webhooks/schema.ts";

/** What the log of deliveries can be narrowed to. */
export const DeliveryQuery = z.object({
  state: choice(DELIVERY_STATES),
  webhook_id: digits(15).transform((id) => (id === undefined ? undefined : Number(id))),
  event: choice([...WEBHOOK_EVENTS, TEST_EVENT]),
  from: requiredDatetime().meta({ description: "Not before then" }),
  to: requiredDatetime().meta({ description: "Before then" }),
});

export const LoggedDelivery = Delivery.omit({ attempts: true, payload: true }).extend({
  url: z.string().meta({ description: "Of the webhook, as it is now" }),
  attempts_count: z.int().min(0),
  last_attempt: Attempt.nullable(),
});
export type LoggedDelivery = z.infer<typeof LoggedDelivery>;

named(LoggedDelivery, "LoggedWebhookDelivery");
