import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { cacheAs, markNoindex, markRestricted, pageTag } from "#lib/core/request/request-scope.ts";
import { MAX_SECONDS } from "#lib/core/routes/route.ts";

/**
 * The gate before everything a visitor can see of a page: HTML, JSON, feeds, calendar. Declares the
 * answer cacheable where everybody gets the same; what is true for a shorter time calls `cacheAs`
 * again.
 * @throws {AppError} `not_found`, or `forbidden` when the page is restricted and the caller may
 *   not see it
 */
export async function openPage(ctx: Context, target: PageTarget): Promise<PageGrant> {
  const grant = await authorize(ctx, "page.visit", target);
  if (grant.noindex) markNoindex();
  if (grant.restricted) markRestricted();
  else cacheAs(pageTag(grant.status_page_id), MAX_SECONDS);
  return grant;
}
