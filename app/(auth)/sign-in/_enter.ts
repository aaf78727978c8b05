import { keep } from "#app/_ui/account/cookies.ts";
import { type Onward, onwardPath, withOnward } from "#app/_ui/account/onward.ts";
import type { Context } from "#lib/core/request/context.ts";
import { startSession } from "#lib/identity/sessions/session.ts";
import { beginSecondStep, STEP_MINUTES } from "#lib/identity/sign-in/second-step.ts";
import { acceptSignIn } from "#lib/identity/sign-in/sign-in.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import type { Method } from "#lib/identity/users/schema.ts";

/** Signs somebody in who has proved all that is asked for. @returns where they go on to */
export async function enter(
  ctx: Context,
  user: UserRow,
  method: Method,
  onward: Onward,
): Promise<string> {
  await acceptSignIn(ctx, user, method);
  await startSession(user, method);
  return onwardPath(onward);
}

/** Goes on after the right password: to the second step, where the account has one. */
export async function enterByPassword(
  ctx: Context,
  user: UserRow,
  onward: Onward,
): Promise<string> {
  const token = await beginSecondStep(ctx, user);
  if (token === null) return enter(ctx, user, "password", onward);
  await keep("step", token, STEP_MINUTES);
  return withOnward("/sign-in/second-step", onward);
}
