import { DeliveryParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { redeliver } from "#lib/notifications/webhook-deliveries/delivery.ts";
import { Delivery } from "#lib/notifications/webhooks/schema.ts";

const again = endpoint(
  {
    operation: "redeliverWebhookDelivery",
    summary: "Send a delivery again",
    description:
      "Adds a delivery with the same body and `webhook-id`. It is attempted once, immediately, even if the webhook is disabled. Returns that delivery.",
    tag: "Webhooks",
    access: "webhook.write",
    params: DeliveryParams,
    response: wrapped("delivery", Delivery),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => redeliver(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: again });
