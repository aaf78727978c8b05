import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { deleteInvitation, insertMembership } from "#lib/identity/members/queries.ts";
import { insertUser, type UserRow } from "#lib/identity/users/queries.ts";
import type { CreateUser } from "#lib/identity/users/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Makes an account with a role in an organization.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the address has an account
 */
export async function createUser(
  ctx: Context,
  target: OrganizationTarget,
  input: CreateUser,
): Promise<UserRow> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  const { email, name = "", role, password } = input;
  const password_hash = await hashPassword(password);
  return changeOrganization(ctx, grant, async (trx) => {
    const user = await insertUser(trx, { email, name, password_hash });
    if (!user) throw invalid({ email: [{ code: "taken" }] });
    await deleteInvitation(trx, grant, email);
    await insertMembership(trx, grant, user.id, role);
    return {
      result: user,
      audit: {
        action: "user.create",
        subject_id: user.id,
        changes: { email, name, role },
      },
      events: [],
    };
  });
}
