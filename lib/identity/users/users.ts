import {
  authorizeOrganization,
  authorizeProgram,
  authorizeUser,
  type OrganizationTarget,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { deleteInvitation, insertMembership } from "#lib/identity/members/queries.ts";
import {
  insertUser,
  type ListedUser,
  listUserRows,
  type UserRow,
  updatePassword,
} from "#lib/identity/users/queries.ts";
import type { CreateUser } from "#lib/identity/users/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** @param password as the schema `Password` allows it @throws {AppError} `not_found` */
export async function resetPassword(
  ctx: Context,
  target: UserTarget,
  password: string,
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  const password_hash = await hashPassword(password);
  await changeOrganization(ctx, grant, async (trx) => {
    await updatePassword(trx, grant, password_hash, wireNow());
    return {
      result: undefined,
      audit: { action: "user.reset_password", subject_id: grant.user_id },
      events: [],
    };
  });
}

/** @throws {AppError} `forbidden` unless the program itself asks */
export async function listUsers(ctx: Context, organization_id?: number): Promise<ListedUser[]> {
  return listUserRows(ctx.db, authorizeProgram(ctx), organization_id);
}

/** @throws {AppError} `not_found`, `forbidden`, `invalid` when the address has an account */
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
