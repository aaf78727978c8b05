import type { PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { findFace } from "#lib/public-page/gate/face.ts";

/** Whether whoever signs in to a page has to do the work of a challenge, or enter a code. */
export async function asksForCaptcha(ctx: Context, target: PageTarget): Promise<boolean> {
  return (await findFace(ctx, target))?.settings.captcha_enabled ?? false;
}
