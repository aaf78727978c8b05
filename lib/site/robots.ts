import type { PageTarget } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";

/** robots.txt (RFC 9309): allows all or nothing. @throws {AppError} `not_found`, `forbidden` */
export async function loadRobots(ctx: Context, target: PageTarget): Promise<string> {
  const grant = await openPage(ctx, target);
  const { settings } = await getStatusPageRow(ctx.db, grant);
  return `User-agent: *\nDisallow:${parseSettings(settings).noindex ? " /" : ""}\n`;
}
