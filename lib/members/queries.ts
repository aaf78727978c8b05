import type { Trx } from "#db/index.ts";
import type { OrganizationGrant } from "#lib/auth/authorize.ts";
import type { Role } from "#lib/auth/permissions.ts";

/** Gives a user a role in the whole organization. @returns undefined when the user has one */
export async function insertMembership(
  trx: Trx,
  grant: OrganizationGrant,
  userId: number,
  role: Role,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto("memberships")
    .values({ organization_id: grant.organization_id, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
}
