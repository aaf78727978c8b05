import { PageParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { PageSummary, readPageSummary } from "#lib/site/json/summary.ts";

const read = endpoint(
  {
    operation: "getSummary",
    summary: "Get the summary of a status page",
    tag: "Status",
    access: "public",
    shared: READS.summary,
    params: PageParams,
    response: PageSummary,
  },
  ({ ctx, params }) => readPageSummary(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
