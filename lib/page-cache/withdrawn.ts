import { database } from "#db/index.ts";
import { log } from "#lib/log.ts";
import type { PageCache } from "#lib/page-cache/cache.ts";
import { listOpenPages } from "#lib/page-cache/queries.ts";
import { pageTag } from "#lib/request-scope.ts";

const PREFIX = pageTag(0).slice(0, -1);
// A copy is saved a moment after it was made, and clocks of several machines differ a little.
const MARGIN_MS = 10_000;

function oldestByTag(cache: PageCache): Map<string, number> {
  const oldest = new Map<string, number>();
  for (const [tag, made_at] of cache.made()) oldest.set(tag, Math.min(made_at, oldest.get(tag) ?? made_at));
  return oldest;
}

/**
 * Forgets the copies of pages that were restricted, deleted or given another address while this process did not hear of it: they must not
 * come back when a render fails.
 */
export async function forgetWithdrawn(cache: PageCache): Promise<void> {
  const oldest = oldestByTag(cache);
  const ids = Array.from(oldest.keys(), (tag) => Number(tag.slice(PREFIX.length))).filter(Number.isSafeInteger);
  if (ids.length === 0) return;
  try {
    const pages = await listOpenPages(database(), ids);
    const open = new Map(pages.map(({ id, updated_at }) => [pageTag(id), Date.parse(`${updated_at}Z`)]));
    const isCurrent = (tag: string, made_at: number) => (open.get(tag) ?? Number.POSITIVE_INFINITY) + MARGIN_MS < made_at;
    await Promise.all(Array.from(oldest, ([tag, made_at]) => isCurrent(tag, made_at) || cache.forget(tag)));
  } catch (error) {
    log().debug({ err: error }, "withdrawn pages not known yet");
  }
}
