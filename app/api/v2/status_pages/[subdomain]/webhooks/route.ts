import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { CreateWebhook, NewWebhook, Webhook } from "#lib/notifications/webhooks/schema.ts";
import { createWebhook, listWebhooks } from "#lib/notifications/webhooks/webhooks.ts";

const list = endpoint(
  {
    operation: "listWebhooks",
    summary: "List webhooks",
    description: "All webhooks of the page, by `id`.",
    tag: "Webhooks",
    access: "page.read",
    params: PageParams,
    response: wrapped("webhooks", z.array(Webhook)),
  },
  ({ ctx, params }) => listWebhooks(ctx, params),
);

const create = endpoint(
  {
    operation: "createWebhook",
    summary: "Create a webhook",
    description:
      'From now on the URL gets a POST with `{ "event": …, "data": { "object": … } }` for each of the events, what concerns private services included. Deliveries are signed as Standard Webhooks 1.0.0 says (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret`, which only this answer has. Anything but a 2xx within 15 s is tried again, ten times over three days; then, and at once after a 410, the webhook is disabled.',
    tag: "Webhooks",
    access: "webhook.write",
    params: PageParams,
    body: wrapped("webhook", CreateWebhook),
    response: wrapped("webhook", NewWebhook),
    status: 201,
  },
  ({ ctx, params, body }) => createWebhook(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
