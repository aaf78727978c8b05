import { OrganizationParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { getUsage, Usage } from "#lib/core/outbox/usage.ts";

const read = endpoint(
  {
    operation: "getUsage",
    summary: "Read what an organization uses",
    description: "Pages, members and subscribers now, and messages of the last twelve months.",
    tag: "Organizations",
    access: "organization.read",
    extension: true,
    params: OrganizationParams,
    response: wrapped("usage", Usage),
  },
  ({ ctx, params }) => getUsage(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
