import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { updatePassword } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Gives a user a new password; the old one stops to work.
 * @param password as the schema `Password` allows it
 * @throws {AppError} `not_found`
 */
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
