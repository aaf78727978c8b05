import { z } from "zod";
import { PageParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { listLoggedDeliveries } from "#lib/notifications/webhook-deliveries/log.ts";
import { DeliveryQuery, LoggedDelivery } from "#lib/notifications/webhooks/schema.ts";

const list = endpoint(
  {
    operation: "listDeliveries",
    summary: "List deliveries of all webhooks",
    description:
      "Deliveries of the last 30 days and those still to be made, newest first, each with its last attempt.",
    tag: "Webhooks",
    access: "page.read",
    params: PageParams,
    query: Pagination.extend(DeliveryQuery.shape),
    response: PageLinks.extend({ deliveries: z.array(LoggedDelivery) }),
    extension: true,
  },
  async ({ ctx, params, query, request_url }) => {
    const { limit, after, before, ...filter } = query;
    const slice = sliceFrom({ limit, after, before }, request_url);
    const { rows, ...page } = await listLoggedDeliveries(ctx, params, slice, filter);
    return { deliveries: rows, ...pageLinks(request_url, page) };
  },
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: list });
