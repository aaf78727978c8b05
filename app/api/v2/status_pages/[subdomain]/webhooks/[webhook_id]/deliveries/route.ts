import { z } from "zod";
import { WebhookParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { listDeliveries } from "#lib/notifications/webhook-deliveries/delivery.ts";
import { Delivery } from "#lib/notifications/webhooks/schema.ts";

const list = endpoint(
  {
    operation: "listWebhookDeliveries",
    summary: "List deliveries of a webhook",
    description:
      "Deliveries of the last 30 days and those still to be made, newest first, with every attempt and the start of each response.",
    tag: "Webhooks",
    access: "page.read",
    params: WebhookParams,
    query: Pagination,
    response: PageLinks.extend({ deliveries: z.array(Delivery) }),
    extension: true,
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listDeliveries(ctx, params, sliceFrom(query, request_url));
    return { deliveries: rows, ...pageLinks(request_url, page) };
  },
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: list });
