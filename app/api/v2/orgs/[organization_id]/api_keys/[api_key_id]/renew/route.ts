import { ApiKeyParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { renewApiKey } from "#lib/identity/api-keys/api-keys.ts";
import { RenewedApiKey, RenewKey } from "#lib/identity/api-keys/schema.ts";

const renew = endpoint(
  {
    operation: "renewApiKey",
    summary: "Renew an API key",
    description:
      "Creates a key with the same role and limits, whose token only this response contains. The one before works for another day. Without `expires_at` the new key lasts as long as the one before did. A key that was renewed already is refused: renew its successor.",
    tag: "API keys",
    access: "organization.write",
    extension: true,
    params: ApiKeyParams,
    body: wrapped("api_key", RenewKey),
    response: wrapped("api_key", RenewedApiKey),
    status: 201,
  },
  ({ ctx, params, body }) => renewApiKey(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: renew });
