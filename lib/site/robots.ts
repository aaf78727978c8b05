import type { PageTarget } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import type { Context } from "#lib/core/request/context.ts";

/**
 * robots.txt (RFC 9309). A page that must not be indexed is allowed, too: only who fetches it sees
 * its `X-Robots-Tag`. @throws {AppError} `not_found`, `forbidden`
 */
export async function loadRobots(ctx: Context, target: PageTarget): Promise<string> {
  await openPage(ctx, target);
  return "User-agent: *\nDisallow:\n";
}
