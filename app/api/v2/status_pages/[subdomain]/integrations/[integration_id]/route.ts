import { IntegrationParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import {
  deleteIntegration,
  getIntegration,
  updateIntegration,
} from "#lib/pages/integrations/integrations.ts";
import { Integration, UpdateIntegration } from "#lib/pages/integrations/schema.ts";

const read = endpoint(
  {
    operation: "getIntegration",
    summary: "Get an integration",
    tag: "Integrations",
    access: "page.read",
    params: IntegrationParams,
    response: wrapped("integration", Integration),
  },
  ({ ctx, params }) => getIntegration(ctx, params),
);

const update = endpoint(
  {
    operation: "updateIntegration",
    summary: "Change an integration",
    description:
      "Changes only the fields you send. `key` and `password` stay when they are left out, empty or sent back as they were shown; `name` cannot be changed.",
    tag: "Integrations",
    access: "integration.write",
    params: IntegrationParams,
    body: wrapped("integration", UpdateIntegration),
    response: wrapped("integration", Integration),
  },
  ({ ctx, params, body }) => updateIntegration(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteIntegration",
    summary: "Delete an integration",
    description: "Its secrets are deleted with it; metrics that came from it stay.",
    tag: "Integrations",
    access: "integration.write",
    params: IntegrationParams,
    response: null,
  },
  ({ ctx, params }) => deleteIntegration(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
