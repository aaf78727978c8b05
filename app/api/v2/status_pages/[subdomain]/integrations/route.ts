import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { createIntegration, listIntegrations } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration, Integration } from "#lib/pages/integrations/schema.ts";

const list = endpoint(
  {
    operation: "listIntegrations",
    summary: "List integrations",
    description:
      "All integrations of the page, by `id`. Responses contain a hint at `key` and no other secrets.",
    tag: "Integrations",
    access: "page.read",
    params: PageParams,
    response: wrapped("integrations", z.array(Integration)),
  },
  ({ ctx, params }) => listIntegrations(ctx, params),
);

const create = endpoint(
  {
    operation: "createIntegration",
    summary: "Create an integration",
    description: "The fields depend on `name`; those of other kinds are ignored.",
    tag: "Integrations",
    access: "integration.write",
    params: PageParams,
    body: wrapped("integration", CreateIntegration),
    response: wrapped("integration", Integration),
    status: 201,
  },
  ({ ctx, params, body }) => createIntegration(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
