import { hashToken, isSecret, newSecret } from "#lib/core/access/tokens.ts";
import type { Context } from "#lib/core/request/context.ts";
import { stampOf } from "#lib/identity/sessions/session-token.ts";
import { hasTwoFactor, isAppLost, isSecondFactor } from "#lib/identity/sign-in/codes.ts";
import { acceptAttempt, CODES, takeAttempt } from "#lib/identity/sign-in/throttle.ts";
import { deleteStep, findStep, insertStep } from "#lib/identity/sign-in/two-factor.queries.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

export const STEP_MINUTES = 10;
const MAX_TYPED = 100;

/** @returns a token for the browser; null when the account has no second factor */
export async function beginSecondStep(ctx: Context, user: UserRow): Promise<string | null> {
  if (!(await hasTwoFactor(ctx.db, user.id))) return null;
  const token = newSecret();
  await insertStep(ctx.db, {
    token_hash: hashToken(token),
    user_id: user.id,
    password_stamp: stampOf(user),
    expires_at: later(wireNow(), STEP_MINUTES * 60),
  });
  return token;
}

/**
 * `gone`: start again with the password. `wait_seconds` > 0: the code was not checked. `lost`: only
 * recovery codes can be checked.
 */
type Finished =
  | { user: UserRow }
  | { user: null; gone: boolean; wait_seconds: number; lost?: boolean };

const GONE = { user: null, gone: true, wait_seconds: 0 } as const;

export async function finishSecondStep(
  ctx: Context,
  token: string | undefined,
  typed: string,
): Promise<Finished> {
  if (!isSecret(token)) return GONE;
  const step = await findStep(ctx.db, hashToken(token), wireNow());
  const user = step && (await findUser(ctx.db, step.user_id));
  if (!user || stampOf(user) !== step.password_stamp) return GONE;
  const attempt = { account: user.email.toLowerCase(), address: ctx.address };
  const wait_seconds = await takeAttempt(ctx.db, CODES, attempt);
  if (wait_seconds > 0) return { user: null, gone: false, wait_seconds };
  if (!(await isSecondFactor(ctx.db, user.id, typed.slice(0, MAX_TYPED))))
    return { user: null, gone: false, wait_seconds: 0, lost: await isAppLost(ctx.db, user.id) };
  if (!(await deleteStep(ctx.db, step.token_hash))) return GONE;
  await acceptAttempt(ctx.db, CODES, attempt);
  return { user };
}

export async function isStepOpen(ctx: Context, token: string | undefined): Promise<boolean> {
  return isSecret(token) && (await findStep(ctx.db, hashToken(token), wireNow())) !== undefined;
}
