import { audit } from "#lib/audit/queries.ts";
import { authorizeInvitation, type InvitationGrant } from "#lib/auth/authorize.ts";
import { hashPassword } from "#lib/auth/passwords.ts";
import type { Role } from "#lib/auth/permissions.ts";
import { signIn } from "#lib/auth/sign-in.ts";
import { changeOrganization } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { invalid, notFound } from "#lib/errors.ts";
import { takeInvitation } from "#lib/members/queries.ts";
import type { AcceptInvitation } from "#lib/members/schema.ts";
import { findUserByEmail, insertUser, type UserRow } from "#lib/users/queries.ts";

export type OpenInvitation = { email: string; role: Role; organization: string; has_account: boolean };

/** What a link offers. @throws {AppError} `not_found` */
export async function getInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const { email, role, organization } = await authorizeInvitation(ctx, token);
  return { email, role, organization, has_account: (await findUserByEmail(ctx.db, email)) !== undefined };
}

async function prove(ctx: Context, email: string, password: string): Promise<UserRow> {
  const found = await signIn(ctx, { email, password });
  if (found.user) return found.user;
  const minutes = Math.ceil(found.wait_seconds / 60);
  throw invalid({ password: [minutes > 0 ? { code: "try_later", values: { minutes } } : { code: "wrong_password" }] });
}

async function accountFor(ctx: Context, { email }: InvitationGrant, { name = "", password }: AcceptInvitation) {
  if (await findUserByEmail(ctx.db, email)) return { known: await prove(ctx, email, password) };
  // Whoever sent the invitation saw the link as well: that it was opened does not prove whose the address is.
  return { fresh: { email, name, password_hash: await hashPassword(password), email_confirmed: false, current_sign_in_at: wireNow() } };
}

/**
 * Makes whoever holds the link a member: with a new account, or with the one of that address, whose password it then has to be.
 * @throws {AppError} `not_found` when the link was used, withdrawn or is older than seven days; `invalid`
 */
export async function acceptInvitation(ctx: Context, token: string, input: AcceptInvitation): Promise<UserRow> {
  const grant = await authorizeInvitation(ctx, token);
  const account = await accountFor(ctx, grant, input);
  return changeOrganization(ctx, grant, async (trx) => {
    const user = account.known ?? (await insertUser(trx, account.fresh));
    if (!user || !(await takeInvitation(trx, grant, user.id, wireNow()))) throw notFound();
    const actor = { kind: "user", user_id: user.id, api_key_id: null } as const;
    await audit(trx, { ...ctx, actor }, grant, { action: "member.accept_invitation", subject_id: grant.membership_id });
    return user;
  });
}
