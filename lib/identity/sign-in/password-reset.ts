import { z } from "zod";
import { authorizeAnybody, authorizeUser } from "#lib/core/access/authorize.ts";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import { hashToken, isSecret, newSecret } from "#lib/core/access/tokens.ts";
import { MAX_EMAIL } from "#lib/core/fields/text.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import { claimAccount } from "#lib/identity/profile/reset-sign-in.ts";
import { endSessions } from "#lib/identity/sessions/queries.ts";
import { stampOf } from "#lib/identity/sessions/session-token.ts";
import { findReset, insertReset, takeReset } from "#lib/identity/sign-in/password-reset.queries.ts";
import {
  findUser,
  findUserByEmail,
  type UserRow,
  updatePassword,
} from "#lib/identity/users/queries.ts";
import { Password } from "#lib/identity/users/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";

export const RESET_MINUTES = 60;

const PERIOD_S = 60 * 60;
const PER_CLIENT = { name: "new passwords asked for by a client", most: 10, period_s: PERIOD_S };
const PER_ADDRESS = { name: "new passwords of an address", most: 3, period_s: PERIOD_S };

async function slowDown(ctx: Context): Promise<void> {
  const seconds = await consume(ctx.db, PER_CLIENT, networkOf(ctx.address ?? ""));
  if (seconds === 0) return;
  const base = [{ code: "too_often", values: { minutes: Math.ceil(seconds / 60) } } as const];
  throw new AppError("rate_limited", "Too many new passwords were asked for", { base }, seconds);
}

/**
 * Neither the answer nor its time reveals whether an account exists: the same rows are written, and
 * the message may go to nobody.
 * @throws {AppError} `rate_limited` when this client asked too often
 */
export async function requestPasswordReset(
  ctx: Context,
  typed: string,
  locale: Locale,
): Promise<void> {
  const grant = authorizeAnybody();
  await slowDown(ctx);
  const email = typed.trim().toLowerCase().slice(0, MAX_EMAIL);
  const isOften = (await consume(ctx.db, PER_ADDRESS, email)) > 0;
  const found = await findUserByEmail(ctx.db, email);
  const user = isOften ? undefined : found;
  const token = newSecret();
  const expires_at = later(wireNow(), RESET_MINUTES * 60);
  await ctx.db.transaction().execute(async (trx) => {
    await insertReset(trx, grant, {
      token_hash: hashToken(token),
      user_id: user?.id ?? null,
      password_stamp: user ? stampOf(user) : null,
      expires_at,
    });
    await enqueueMessage(trx, {
      kind: "password.reset",
      params: { user_id: String(user?.id ?? ""), token, locale: user?.locale ?? locale },
      expires_at,
    });
  });
}

export const NewPassword = z.object({ new_password: Password });

/** @returns null when the link was used, expired, or the password has changed */
export async function findResetUser(ctx: Context, token: string): Promise<UserRow | null> {
  if (!isSecret(token)) return null;
  const row = await findReset(ctx.db, hashToken(token), wireNow());
  const user = row?.user_id ? await findUser(ctx.db, row.user_id) : undefined;
  return user && stampOf(user) === row?.password_stamp ? user : null;
}

/**
 * Sets the password once; all sessions end, a second factor stays, and nobody is signed in.
 * @throws {AppError} `not_found` when the link is no longer valid
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
    await enqueueAccountNotice(trx, user.id, "password_changed");
    return {
      result: undefined,
      audit: { action: "user.reset_password", subject_id: user.id },
      events: [],
    };
  });
}
