import { z } from "zod";
import { OrganizationParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { createOrganizationKey, listApiKeys } from "#lib/identity/api-keys/api-keys.ts";
import { ApiKey, CreateOrganizationKey, NewApiKey } from "#lib/identity/api-keys/schema.ts";

const list = endpoint(
  {
    operation: "listApiKeys",
    summary: "List the API keys of an organization",
    description: "Oldest first, without those revoked and without the keys of its users.",
    tag: "API keys",
    access: "organization.write",
    extension: true,
    params: OrganizationParams,
    query: Pagination,
    response: PageLinks.extend({ api_keys: z.array(ApiKey) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listApiKeys(ctx, params, sliceFrom(query, request_url));
    return { api_keys: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createApiKey",
    summary: "Create an API key of an organization",
    description: "The response contains its token, which is returned only once.",
    tag: "API keys",
    access: "organization.write",
    extension: true,
    params: OrganizationParams,
    body: wrapped("api_key", CreateOrganizationKey),
    response: wrapped("api_key", NewApiKey),
    status: 201,
  },
  ({ ctx, params, body }) => createOrganizationKey(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
