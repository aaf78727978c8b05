import { authorizeUser } from "#lib/auth/authorize.ts";
import { verifyNothing, verifyPassword } from "#lib/auth/passwords.ts";
import { signInThrottle } from "#lib/auth/throttle.ts";
import { changeOrganization } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { MAX_EMAIL } from "#lib/fields/text.ts";
import { log } from "#lib/log.ts";
import { findUserByEmail, touchSignIn, type UserRow } from "#lib/users/queries.ts";

type Credentials = { email: string; password: string };

/**
 * An unknown e-mail address and a wrong password are told apart neither by the answer nor by its
 * time.
 */
type SignIn = { user: UserRow } | { user: null; wait_seconds: number };

const MAX_PASSWORD = 1_024;

/** Finds who signs in; `wait_seconds` > 0: too many wrong attempts, this one was not looked at. */
export async function signIn(ctx: Context, { email, password }: Credentials): Promise<SignIn> {
  const account = email.trim().toLowerCase().slice(0, MAX_EMAIL);
  const client = ctx.address ?? "";
  const wait_seconds = await signInThrottle.take(account, client);
  if (wait_seconds > 0) {
    log().warn(
      { request_id: ctx.request_id, address: ctx.address, wait_seconds },
      "sign-in throttled",
    );
    return { user: null, wait_seconds };
  }
  const user = await findUserByEmail(ctx.db, account);
  const right = await matches(user?.password_hash, password.slice(0, MAX_PASSWORD));
  if (!user || !right) return { user: null, wait_seconds: 0 };
  await signInThrottle.accept(account, client);
  await note({ ...ctx, actor: { kind: "user", user_id: user.id, api_key_id: null } }, user.id);
  return { user };
}

async function note(ctx: Context, user_id: number): Promise<void> {
  const grant = await authorizeUser(ctx, { user_id });
  await changeOrganization(ctx, grant, async (trx) => {
    await touchSignIn(trx, grant, wireNow());
    return {
      result: undefined,
      audit: { action: "user.sign_in", subject_id: user_id },
      events: [],
    };
  });
}

function matches(stored: string | null | undefined, password: string): Promise<boolean> {
  return stored ? verifyPassword(stored, password) : verifyNothing(password);
}
