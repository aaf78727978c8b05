import type { Db } from "#db/index.ts";
import { readTogether } from "#db/pipeline.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import type { Context } from "#lib/core/request/context.ts";
import { cacheAs, pageTag } from "#lib/core/request/request-scope.ts";
import { withChanges } from "#lib/pages/read.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { readSnapshot, type Snapshot } from "#lib/site/snapshot/snapshot.ts";

type Loaded = { grant: PageGrant; snapshot: Snapshot };

/**
 * Reads a page's snapshot through the gate. The response stays cacheable while the snapshot is
 * valid.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function loadSnapshot(ctx: Context, target: PageTarget): Promise<Loaded> {
  return loadSnapshotWith(ctx, target, async () => null);
}

/** Also reads something else of the same moment, in one transaction. */
export async function loadSnapshotWith<T>(
  ctx: Context,
  target: PageTarget,
  read: (db: Db, grant: PageGrant, now: string) => Promise<T>,
): Promise<Loaded & { found: T }> {
  const grant = await openPage(ctx, target);
  const now = wireNow();
  const [snapshot, found] = await readTogether(ctx.db, (db) =>
    Promise.all([readSnapshot(db, grant, now), read(db, grant, now)]),
  );
  if (!grant.restricted) cacheAs(pageTag(grant.status_page_id), snapshot.valid_for_seconds);
  return { grant, snapshot, found };
}

/** Reads the page with unsaved settings. @throws {AppError} `not_found`, `forbidden` */
export async function loadPreview(
  ctx: Context,
  target: PageTarget,
  chosen: object,
): Promise<Snapshot> {
  const snapshot = await readSnapshot(ctx.db, await authorize(ctx, "status_page.write", target));
  const { page } = snapshot;
  return { ...snapshot, page: { ...page, settings: withChanges(page.settings, chosen) } };
}
