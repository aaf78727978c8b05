import { LoggedDeliveryParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { getLoggedDelivery } from "#lib/notifications/webhook-deliveries/log.ts";
import { Delivery } from "#lib/notifications/webhooks/schema.ts";

const read = endpoint(
  {
    operation: "getDelivery",
    summary: "Get a delivery with its payload and attempts",
    tag: "Webhooks",
    access: "page.read",
    params: LoggedDeliveryParams,
    response: wrapped("delivery", Delivery),
    extension: true,
  },
  ({ ctx, params }) => getLoggedDelivery(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
