import { z } from "zod";
import { hashToken } from "#lib/core/access/api-keys.ts";
import { authorizeUser } from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { findReset, takeReset } from "#lib/identity/password-resets/queries.ts";
import { claimAccount } from "#lib/identity/profile/claim.ts";
import { orderNotice } from "#lib/identity/profile/notices.ts";
import { endSessions } from "#lib/identity/sessions/queries.ts";
import { stampOf } from "#lib/identity/sessions/session-token.ts";
import { findUser, type UserRow, updatePassword } from "#lib/identity/users/queries.ts";
import { Password } from "#lib/identity/users/schema.ts";
import { isSecret } from "#lib/identity/visitor-sessions/secret.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export const NewPassword = z.object({ new_password: Password });

/** Whose password a link is for; null: it was used, ran out, or the password is another by now. */
export async function findResetUser(ctx: Context, token: string): Promise<UserRow | null> {
  if (!isSecret(token)) return null;
  const row = await findReset(ctx.db, hashToken(token), wireNow());
  const user = row?.user_id ? await findUser(ctx.db, row.user_id) : undefined;
  return user && stampOf(user) === row?.password_stamp ? user : null;
}

/**
 * Sets the password of whoever was mailed the link, once; all their sessions end. A second factor
 * stays, and nobody is signed in.
 * @throws {AppError} `not_found` when the link is worth nothing any more
 */
export async function setNewPassword(
  ctx: Context,
  token: string,
  { new_password }: z.output<typeof NewPassword>,
): Promise<void> {
  const user = await findResetUser(ctx, token);
  if (!user) throw notFound();
  const actor = { kind: "user", user_id: user.id, api_key_id: null } as const;
  const own = { ...ctx, actor };
  const grant = await authorizeUser(own, { user_id: user.id });
  const password_hash = await hashPassword(new_password);
  await changeOrganization(own, grant, async (trx) => {
    if (!(await takeReset(trx, grant, hashToken(token)))) throw notFound();
    if (!user.email_confirmed) await claimAccount(trx, grant);
    await updatePassword(trx, grant, password_hash, wireNow());
    await endSessions(trx, grant);
    await orderNotice(trx, user.id, "password_changed");
    return {
      result: undefined,
      audit: { action: "user.reset_password", subject_id: user.id },
      events: [],
    };
  });
}
