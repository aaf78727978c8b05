import { insertOrganizationKey, insertUserKey, type NewKey } from "#lib/api-keys/queries.ts";
import type { CreateOrganizationKey, CreateUserKey, NewApiKey } from "#lib/api-keys/schema.ts";
import { serializeApiKey } from "#lib/api-keys/serialize.ts";
import {
  authorizeOrganization,
  authorizeUser,
  type OrganizationTarget,
  type UserTarget,
} from "#lib/auth/authorize.ts";
import { changeOrganization } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";

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

/**
 * Makes a key that acts as a user.
 * @throws {AppError} `not_found`
 */
export async function createUserKey(
  ctx: Context,
  target: UserTarget,
  input: CreateUserKey,
): Promise<NewKey> {
  const grant = await authorizeUser(ctx, target);
  return changeOrganization(ctx, grant, async (trx) => {
    const key = await insertUserKey(trx, grant, input);
    return {
      result: key,
      audit: {
        action: "api_key.create",
        subject_id: key.id,
        changes: { ...input, user_id: grant.user_id },
      },
      events: [],
    };
  });
}
