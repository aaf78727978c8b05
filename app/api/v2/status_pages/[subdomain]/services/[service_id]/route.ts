import { ServiceParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { getService } from "#lib/services/read.ts";
import { Service, UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";

const read = endpoint(
  {
    operation: "getService",
    summary: "Get a service",
    tag: "Services",
    access: "page.read",
    params: ServiceParams,
    response: wrapped("service", Service),
  },
  ({ ctx, params }) => getService(ctx, params),
);

const update = endpoint(
  {
    operation: "updateService",
    summary: "Change a service",
    description:
      "Changes only the fields you send. A new `parent_id` moves the service with everything below it.",
    tag: "Services",
    access: "service.write",
    params: ServiceParams,
    body: wrapped("service", UpdateService),
    response: wrapped("service", Service),
  },
  ({ ctx, params, body }) => updateService(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteService",
    summary: "Delete a service",
    description: "Its children move up to its parent; those of a private service stay private.",
    tag: "Services",
    access: "service.write",
    params: ServiceParams,
    response: null,
  },
  ({ ctx, params }) => deleteService(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
