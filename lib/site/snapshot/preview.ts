import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { withChanges } from "#lib/pages/read.ts";
import { readSnapshot, type Snapshot } from "#lib/site/snapshot/snapshot.ts";

/**
 * The page as visitors would see it with settings that are not saved.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openPreview(
  ctx: Context,
  target: PageTarget,
  chosen: object,
): Promise<Snapshot> {
  const snapshot = await readSnapshot(ctx.db, await authorize(ctx, "status_page.write", target));
  const { page } = snapshot;
  return { ...snapshot, page: { ...page, settings: withChanges(page.settings, chosen) } };
}
