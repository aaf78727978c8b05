import type { PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { findFace } from "#lib/public-page/gate/face.ts";
import { hasFailedOften } from "#lib/sign-in/throttle.ts";

/** Whether whoever signs in to a page has to do the work of a challenge, or enter a code. */
export async function pageAsksForCaptcha(ctx: Context, target: PageTarget): Promise<boolean> {
  return (await findFace(ctx, target))?.settings.captcha_enabled ?? false;
}

/**
 * Whether whoever signs in has to do the same since they, or others at that account, were wrong
 * several times.
 */
export async function failuresAskForCaptcha(ctx: Context, email = ""): Promise<boolean> {
  const account = email.trim().toLowerCase();
  return hasFailedOften(ctx.db, { account, address: ctx.address });
}
