import type { Db } from "#db/index.ts";
import { readTogether } from "#db/pipeline.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import type { Context } from "#lib/core/request/context.ts";
import { cacheAs, pageTag } from "#lib/core/request/request-scope.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { readSnapshot, type Snapshot } from "#lib/site/snapshot/snapshot.ts";

type Opened = { grant: PageGrant; snapshot: Snapshot };

/**
 * What a visitor sees of a page now, through the gate; the answer may be cached as long as it stays
 * true by itself.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openSnapshot(ctx: Context, target: PageTarget): Promise<Opened> {
  return openSnapshotWith(ctx, target, async () => null);
}

/** The same, with something more of that moment, for which nothing of the snapshot is needed. */
export async function openSnapshotWith<T>(
  ctx: Context,
  target: PageTarget,
  read: (db: Db, grant: PageGrant, now: string) => Promise<T>,
): Promise<Opened & { found: T }> {
  const grant = await openPage(ctx, target);
  const now = wireNow();
  const [snapshot, found] = await readTogether(ctx.db, (db) =>
    Promise.all([readSnapshot(db, grant, now), read(db, grant, now)]),
  );
  if (!grant.restricted) cacheAs(pageTag(grant.status_page_id), snapshot.valid_for_seconds);
  return { grant, snapshot, found };
}
