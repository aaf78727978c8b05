import { WebhookParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { sendTest } from "#lib/notifications/webhook-deliveries/delivery.ts";
import { Delivery } from "#lib/notifications/webhooks/schema.ts";

const send = endpoint(
  {
    operation: "testWebhook",
    summary: "Send a test to a webhook",
    description:
      "Sends the event `webhook.test`, signed like any other, once and immediately, even if the webhook is disabled. Returns its delivery.",
    tag: "Webhooks",
    access: "webhook.write",
    params: WebhookParams,
    response: wrapped("delivery", Delivery),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => sendTest(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: send });
