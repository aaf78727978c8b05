import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { readPageStatus, StatusPageStatus } from "#lib/site/json/status.ts";

const read = endpoint(
  {
    operation: "getStatus",
    summary: "Get the current status of a status page",
    tag: "Status",
    access: "public",
    shared: READS.status,
    params: PageParams,
    response: wrapped("status_page", StatusPageStatus),
  },
  ({ ctx, params }) => readPageStatus(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
