import { database } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/auth/authorize.ts";
import { Restricted } from "#lib/auth/restriction.ts";
import type { Context } from "#lib/context.ts";
import { MAX_SECONDS } from "#lib/public-routes/route.ts";
import { cacheAs, noteNoindex, noteRestricted, pageTag } from "#lib/request-scope.ts";

/**
 * The gate before everything a visitor can see of a page: HTML, JSON, feeds, calendar. Declares the
 * answer cacheable where everybody gets the same; what is true for a shorter time calls `cacheAs`
 * again.
 * @throws {AppError} `not_found`, or `forbidden` when the page is restricted and the caller may
 *   not see it
 */
export async function openPage(ctx: Context, target: PageTarget): Promise<PageGrant> {
  const grant = await authorize(ctx, "page.visit", target);
  if (grant.noindex) noteNoindex();
  if (grant.restricted) noteRestricted();
  else cacheAs(pageTag(grant.status_page_id), MAX_SECONDS);
  return grant;
}

/** Whether everyone gets the same response; true too without a page or without a database. */
export async function isForEverybody(subdomain: string, request_id: string): Promise<boolean> {
  try {
    const grant = await authorize(
      { db: database(), actor: { kind: "visitor" }, address: null, request_id },
      "page.visit",
      { subdomain },
    );
    return !grant.restricted;
  } catch (error) {
    return !(error instanceof Restricted);
  }
}
