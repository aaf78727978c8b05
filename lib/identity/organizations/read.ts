import {
  authorizeOrganization,
  authorizeUser,
  type OrganizationTarget,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  getOrganizationRow,
  listOrganizationsOf,
  type OrganizationRow,
  type OwnOrganizationRow,
} from "#lib/identity/organizations/queries.ts";
import type { Organization } from "#lib/identity/organizations/schema.ts";

export function serializeOrganization(row: OrganizationRow): Organization {
  const { id, name, strong_sign_in_required, inserted_at, updated_at } = row;
  return { id, name, strong_sign_in_required, inserted_at, updated_at };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getOrganization(
  ctx: Context,
  target: OrganizationTarget,
): Promise<Organization> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return serializeOrganization(await getOrganizationRow(ctx.db, grant));
}

const MAX_SHOWN = 200;

/**
 * The organizations in which a user has a role, be it on one page only, by name.
 * @throws {AppError} `not_found` unless it is the caller
 */
export async function listOwnOrganizations(
  ctx: Context,
  target: UserTarget,
): Promise<OwnOrganizationRow[]> {
  const grant = await authorizeUser(ctx, target);
  return listOrganizationsOf(ctx.db, grant, MAX_SHOWN);
}
