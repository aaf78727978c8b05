import type { PageTarget } from "#lib/core/access/authorize.ts";
import { isSecure } from "#lib/core/access/session-cookie.ts";
import type { Context } from "#lib/core/request/context.ts";
import { hasFailedOften } from "#lib/identity/sign-in/throttle.ts";
import { findFace } from "#lib/pages/page-identity.ts";
import { env } from "#lib/platform/config/env.ts";
import { isLoopback } from "#lib/platform/config/env-values.ts";

/**
 * Whether browsers give the sign-in what solves a challenge: to https and to this machine alone.
 * Elsewhere everybody would be refused; the throttle is there as ever.
 */
function canBeSolved(): boolean {
  const { APP_URL } = env();
  const isOwn = isLoopback(APP_URL) || new URL(APP_URL).hostname.endsWith(".localhost");
  return isOwn || isSecure();
}

/** Whether whoever signs in to a page has to do the work of a challenge, or enter a code. */
export async function pageAsksForCaptcha(ctx: Context, target: PageTarget): Promise<boolean> {
  return canBeSolved() && ((await findFace(ctx, target))?.settings.captcha_enabled ?? false);
}

/**
 * Whether whoever signs in has to do the same since they, or others at that account, were wrong
 * several times.
 */
export async function failuresAskForCaptcha(ctx: Context, email = ""): Promise<boolean> {
  const account = email.trim().toLowerCase();
  return canBeSolved() && hasFailedOften(ctx.db, { account, address: ctx.address });
}
