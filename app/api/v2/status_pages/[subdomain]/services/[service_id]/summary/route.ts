import { ServiceParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { readServiceSummary, ServiceSummary } from "#lib/site/json/summary.ts";

const read = endpoint(
  {
    operation: "getServiceSummary",
    summary: "Get the summary of a service",
    tag: "Status",
    access: "public",
    shared: READS.service_summary,
    params: ServiceParams,
    response: ServiceSummary,
  },
  ({ ctx, params }) => readServiceSummary(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
