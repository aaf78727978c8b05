import { PageParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { PageStatusV1, readPageStatusV1 } from "#lib/site/json/status.ts";

const read = endpoint(
  {
    operation: "getPageStatusV1",
    summary: "Get the current status of a status page, as version 1 has it",
    tag: "Status",
    access: "public",
    shared: READS.status,
    params: PageParams,
    response: PageStatusV1,
  },
  ({ ctx, params }) => readPageStatusV1(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: read });
