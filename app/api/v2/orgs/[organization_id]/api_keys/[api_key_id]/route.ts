import { ApiKeyParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { revokeApiKey } from "#lib/identity/api-keys/api-keys.ts";

const revoke = endpoint(
  {
    operation: "deleteApiKey",
    summary: "Revoke an API key",
    description: "It is refused from the next request on.",
    tag: "API keys",
    access: "organization.write",
    extension: true,
    params: ApiKeyParams,
    response: null,
  },
  ({ ctx, params }) => revokeApiKey(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ DELETE: revoke });
