import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { MAX_SECONDS } from "#lib/public-routes/route.ts";
import { cacheAs, pageTag } from "#lib/request-scope.ts";
import { getStatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings, type Settings } from "#lib/status-pages/schema.ts";

/** Whose page it is, as everybody may know who is asked to sign in to it. */
export type Face = { name: string; settings: Settings };

/**
 * The face of a page for members: the same for everybody.
 * @throws {AppError} `not_found` where nobody has to sign in; `forbidden` at a wrong address
 */
export async function openFace(ctx: Context, target: PageTarget): Promise<Face> {
  const grant = await authorize(ctx, "page.sign_in", target);
  const { name, settings } = await getStatusPageRow(ctx.db, grant);
  cacheAs(pageTag(grant.status_page_id), MAX_SECONDS);
  return { name, settings: parseSettings(settings) };
}

/** The same; null where there is none to show. */
export async function findFace(ctx: Context, target: PageTarget): Promise<Face | null> {
  try {
    return await openFace(ctx, target);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
