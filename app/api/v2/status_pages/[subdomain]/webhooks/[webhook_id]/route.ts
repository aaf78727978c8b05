import { WebhookParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { UpdateWebhook, Webhook } from "#lib/notifications/webhooks/schema.ts";
import { deleteWebhook, getWebhook, updateWebhook } from "#lib/notifications/webhooks/webhooks.ts";

const read = endpoint(
  {
    operation: "getWebhook",
    summary: "Get a webhook",
    tag: "Webhooks",
    access: "page.read",
    params: WebhookParams,
    response: wrapped("webhook", Webhook),
  },
  ({ ctx, params }) => getWebhook(ctx, params),
);

const update = endpoint(
  {
    operation: "updateWebhook",
    summary: "Change a webhook",
    description: "Changes only the fields you send. `events` cannot be emptied; the secret stays.",
    tag: "Webhooks",
    access: "webhook.write",
    params: WebhookParams,
    body: wrapped("webhook", UpdateWebhook),
    response: wrapped("webhook", Webhook),
  },
  ({ ctx, params, body }) => updateWebhook(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteWebhook",
    summary: "Delete a webhook",
    description: "Its deliveries are deleted with it, including those not yet made.",
    tag: "Webhooks",
    access: "webhook.write",
    params: WebhookParams,
    response: null,
  },
  ({ ctx, params }) => deleteWebhook(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
