import { ServiceParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { readServiceUptime, ServiceUptime, UptimeQuery } from "#lib/site/uptime/service-uptime.ts";

const read = endpoint(
  {
    operation: "getServiceUptime",
    summary: "Get a service's uptime, and what it is made of",
    description:
      "Uptime is 1 − downtime ÷ time. Of what affects uptime a major incident counts fully, a minor one 0.3, maintenance fully; each second once, for the worst. A parent's day is the larger of its own and the mean of its children's. At most 366 days, in the page's time zone. Services whose uptime the page does not show are found by operators only. Days before `history_limit_days` count, and list no incidents without a key.",
    tag: "Status",
    access: "public",
    extension: true,
    shared: READS.service_uptime,
    params: ServiceParams,
    query: UptimeQuery,
    response: wrapped("uptime", ServiceUptime),
  },
  ({ ctx, params, query }) => readServiceUptime(ctx, params, query),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
