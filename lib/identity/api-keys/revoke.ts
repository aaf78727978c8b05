import { authorizeOrganization } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { revokeKey } from "#lib/identity/api-keys/queries.ts";
import type { ApiKeyTarget } from "#lib/identity/api-keys/read.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Ends a key of the organization: the next request that brings it is refused, in every process.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function revokeApiKey(ctx: Context, target: ApiKeyTarget): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  await changeOrganization(ctx, grant, async (trx) => {
    const key = await revokeKey(trx, grant, target.api_key_id, wireNow());
    return {
      result: undefined,
      audit: {
        action: "api_key.revoke",
        subject_id: key.id,
        changes: { name: key.name },
      },
      events: [],
    };
  });
}
