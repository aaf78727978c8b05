import type { Listed, Slice } from "#db/keyset.ts";
import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listApiKeyRows } from "#lib/identity/api-keys/queries.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";
import { serializeApiKey } from "#lib/identity/api-keys/serialize.ts";

export type ApiKeyTarget = OrganizationTarget & { api_key_id: number };

/**
 * The organization's own keys, oldest first, without those revoked.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listApiKeys(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
): Promise<Listed<ApiKey>> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return listApiKeyRows(ctx.db, grant, slice, (rows) => rows.map(serializeApiKey));
}
