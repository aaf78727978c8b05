import { OrganizationParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { getOrganization, updateOrganization } from "#lib/identity/organizations/organizations.ts";
import { Organization, UpdateOrganization } from "#lib/identity/organizations/schema.ts";

const read = endpoint(
  {
    operation: "getOrganization",
    summary: "Get an organization",
    tag: "Organizations",
    access: "organization.read",
    extension: true,
    params: OrganizationParams,
    response: wrapped("organization", Organization),
  },
  ({ ctx, params }) => getOrganization(ctx, params),
);

const update = endpoint(
  {
    operation: "updateOrganization",
    summary: "Change an organization",
    description: "Changes only the fields you send.",
    tag: "Organizations",
    access: "organization.write",
    extension: true,
    params: OrganizationParams,
    body: wrapped("organization", UpdateOrganization),
    response: wrapped("organization", Organization),
  },
  ({ ctx, params, body }) => updateOrganization(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
});
