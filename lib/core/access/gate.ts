import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { cacheAs, markNoindex, markRestricted, pageTag } from "#lib/core/request/request-scope.ts";
import { MAX_SECONDS } from "#lib/core/routes/route.ts";
import { secondsUntilChange } from "#lib/platform/clock.ts";

/**
 * The gate to everything a visitor can see. Marks the answer cacheable for public pages; call
 * `validUntil` where the answer depends on the present.
 * @throws {AppError} `not_found`; `forbidden` when the caller may not see the page
 */
export async function openPage(ctx: Context, target: PageTarget): Promise<PageGrant> {
  const grant = await authorize(ctx, "page.visit", target);
  if (grant.noindex) markNoindex();
  if (grant.restricted) markRestricted();
  else cacheAs(pageTag(grant.status_page_id), MAX_SECONDS);
  return grant;
}

/** The answer holds until the first of these changes (wire times), or midnight on the page. */
export function validUntil(grant: PageGrant, now: string, changes: readonly (string | null)[]) {
  const { restricted, status_page_id, time_zone } = grant;
  if (restricted) return;
  cacheAs(pageTag(status_page_id), secondsUntilChange(now, time_zone, changes, MAX_SECONDS));
}
