import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { insertOrganizationKey } from "#lib/identity/api-keys/queries.ts";
import type { CreateOrganizationKey, NewApiKey } from "#lib/identity/api-keys/schema.ts";
import { serializeApiKey } from "#lib/identity/api-keys/serialize.ts";

/**
 * Makes a key that acts with a role in an organization.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function createOrganizationKey(
  ctx: Context,
  target: OrganizationTarget,
  input: CreateOrganizationKey,
): Promise<NewApiKey> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const { name, role = "admin" } = input;
    const created_by = ctx.actor.kind === "user" ? ctx.actor.user_id : null;
    const { token, ...row } = await insertOrganizationKey(trx, grant, { name, role, created_by });
    return {
      result: { ...serializeApiKey(row), token },
      audit: {
        action: "api_key.create",
        subject_id: row.id,
        changes: { name, role },
      },
      events: [],
    };
  });
}
