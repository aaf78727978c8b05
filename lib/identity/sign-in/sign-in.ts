import { authorizeUser } from "#lib/core/access/authorize.ts";
import { verifyNothing, verifyPassword } from "#lib/core/access/passwords.ts";
import { MAX_EMAIL } from "#lib/core/fields/text.ts";
import { Moving } from "#lib/core/moves/move.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import {
  acceptAttempt,
  PASSWORDS,
  proveClient,
  takeAttempt,
} from "#lib/identity/sign-in/throttle.ts";
import { findUserByEmail, touchSignIn, type UserRow } from "#lib/identity/users/queries.ts";
import type { Method } from "#lib/identity/users/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";

export type Credentials = { email: string; password: string };

/** Neither the answer nor its time tells an unknown address from a wrong password. */
type SignIn = { user: UserRow; wait_seconds: 0 } | { user: null; wait_seconds: number };

const MAX_PASSWORD = 1_024;

/** A wrong attempt until `acceptPassword`. `wait_seconds` > 0: it was not checked. */
export async function checkCredentials(
  ctx: Context,
  { email, password }: Credentials,
): Promise<SignIn> {
  const account = email.trim().toLowerCase().slice(0, MAX_EMAIL);
  const { address } = ctx;
  const wait_seconds = await takeAttempt(ctx.db, PASSWORDS, { account, address });
  if (wait_seconds > 0) {
    log().warn(
      { request_id: ctx.request_id, address: ctx.address, wait_seconds },
      "sign-in throttled",
    );
    return { user: null, wait_seconds };
  }
  const user = await findUserByEmail(ctx.db, account);
  const right = await matches(user?.password_hash, password.slice(0, MAX_PASSWORD));
  return user && right ? { user, wait_seconds: 0 } : { user: null, wait_seconds: 0 };
}

export async function acceptPassword(ctx: Context, { email }: UserRow): Promise<void> {
  const attempt = { account: email.toLowerCase(), address: ctx.address };
  await acceptAttempt(ctx.db, PASSWORDS, attempt);
}

export async function acceptSignIn(
  ctx: Context,
  { id, email }: UserRow,
  method: Method,
): Promise<void> {
  const attempt = { account: email.toLowerCase(), address: ctx.address };
  const byPassword = method === "password" || method === "two_factor";
  if (byPassword) await acceptAttempt(ctx.db, PASSWORDS, attempt);
  await proveClient(ctx.db, attempt);
  await note({ ...ctx, actor: { kind: "user", user_id: id, api_key_id: null } }, id, method);
}

export async function acceptNewAccount(ctx: Context, { id, email }: UserRow): Promise<void> {
  await proveClient(ctx.db, { account: email.toLowerCase(), address: ctx.address });
  await note({ ...ctx, actor: { kind: "user", user_id: id, api_key_id: null } }, id, "password");
}

async function note(ctx: Context, user_id: number, method: Method): Promise<void> {
  const grant = await authorizeUser(ctx, { user_id });
  const noting = changeOrganization(ctx, grant, async (trx) => {
    await touchSignIn(trx, grant, wireNow());
    return {
      result: undefined,
      audit: { action: "user.sign_in", subject_id: user_id, changes: { method } },
      events: [],
    };
  });
  // A user who only reads may do so while an organization of theirs is moved.
  await noting.catch((error) => {
    if (!(error instanceof Moving)) throw error;
  });
}

function matches(stored: string | null | undefined, password: string): Promise<boolean> {
  return stored ? verifyPassword(stored, password) : verifyNothing(password);
}
