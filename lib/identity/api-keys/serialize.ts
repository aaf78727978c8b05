import type { ApiKeyRow } from "#lib/identity/api-keys/queries.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";

export function serializeApiKey({
  id,
  name,
  role,
  token_hint,
  last_used_at,
  inserted_at,
}: ApiKeyRow): ApiKey {
  return { id, name, role: role as ApiKey["role"], hint: token_hint, last_used_at, inserted_at };
}
