import { WebhookParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { rotateSecret } from "#lib/notifications/webhooks/rotate-secret.ts";
import { RotatedWebhook } from "#lib/notifications/webhooks/schema.ts";

const rotate = endpoint(
  {
    operation: "rotateWebhookSecret",
    summary: "Rotate the secret of a webhook",
    description:
      "Gives the webhook a new `secret`, which only this answer has. For a day, `webhook-signature` has one signature by each of the two secrets, separated by a space, so that receivers can change over without losing a delivery.",
    tag: "Webhooks",
    access: "webhook.write",
    params: WebhookParams,
    response: wrapped("webhook", RotatedWebhook),
    extension: true,
  },
  ({ ctx, params }) => rotateSecret(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: rotate });
