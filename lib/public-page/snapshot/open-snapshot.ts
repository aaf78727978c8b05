import type { PageGrant, PageTarget } from "#lib/auth/authorize.ts";
import { openPage } from "#lib/auth/gate.ts";
import type { Context } from "#lib/context.ts";
import { readSnapshot, type Snapshot } from "#lib/public-page/snapshot/snapshot.ts";
import { cacheAs, pageTag } from "#lib/request-scope.ts";

/**
 * What a visitor sees of a page now, through the gate; the answer may be cached as long as it stays
 * true by itself.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openSnapshot(
  ctx: Context,
  target: PageTarget,
): Promise<{ grant: PageGrant; snapshot: Snapshot }> {
  const grant = await openPage(ctx, target);
  const snapshot = await readSnapshot(ctx.db, grant);
  if (!grant.restricted) cacheAs(pageTag(grant.status_page_id), snapshot.valid_for_seconds);
  return { grant, snapshot };
}
