import { ServiceParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { readServiceStatus, ServiceStatus } from "#lib/site/json/status.ts";

const read = endpoint(
  {
    operation: "getServiceStatus",
    summary: "Get the current status of a service and those below it",
    tag: "Status",
    access: "public",
    shared: READS.service_status,
    params: ServiceParams,
    response: wrapped("service", ServiceStatus),
  },
  ({ ctx, params }) => readServiceStatus(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
