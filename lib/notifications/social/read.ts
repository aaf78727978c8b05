import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findSocialAccount } from "#lib/incidents/updates/rules.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";

/** Whether a page posts to a social network. @throws {AppError} `not_found`, `forbidden` */
export async function postsSocially(ctx: Context, target: PageTarget): Promise<boolean> {
  const grant = await authorize(ctx, "page.read", target);
  const { settings } = await getStatusPageRow(ctx.db, grant);
  return (await findSocialAccount(ctx.db, grant, settings)) !== undefined;
}
