import { ServiceParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { ServiceCheck } from "#lib/monitoring/checks/schema.ts";
import { checkNow } from "#lib/monitoring/checks/service-checks.ts";

const check = endpoint(
  {
    operation: "checkService",
    summary: "Check a service now",
    description:
      "Requests the service's `ping_url` once, at once, and returns what came of it: each request with the head of its answer and the time of its parts. Nothing follows from it; scheduled checks go on. At most 20 a minute and page.",
    tag: "Services",
    access: "service.write",
    params: ServiceParams,
    response: wrapped("check", ServiceCheck),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => checkNow(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: check });
