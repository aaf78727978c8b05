import { audit } from "#lib/audit/queries.ts";
import { authorizeOrganization, type OrganizationTarget } from "#lib/auth/authorize.ts";
import { changeOrganization } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { invalid } from "#lib/errors.ts";
import { insertMembership } from "#lib/members/queries.ts";
import type { AddMember } from "#lib/members/schema.ts";
import { findUserByEmail } from "#lib/users/queries.ts";

/**
 * Gives a user who has an account a role in an organization.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when there is no such user or the user has a role there
 */
export async function addMember(ctx: Context, target: OrganizationTarget, input: AddMember): Promise<{ id: number }> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const user = await findUserByEmail(trx, input.email);
    if (!user) throw invalid({ email: [{ code: "unknown" }] });
    const membership = await insertMembership(trx, grant, user.id, input.role);
    if (!membership) throw invalid({ email: [{ code: "taken" }] });
    await audit(trx, ctx, grant, { action: "member.create", subject_id: membership.id, changes: input });
    return membership;
  });
}
