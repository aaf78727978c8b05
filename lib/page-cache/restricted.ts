import { database } from "#db/index.ts";
import { log } from "#lib/log.ts";
import type { PageCache } from "#lib/page-cache/cache.ts";
import { listOpenPages } from "#lib/page-cache/queries.ts";
import { pageTag } from "#lib/request-scope.ts";

const PREFIX = pageTag(0).slice(0, -1);

/** Forgets the copies of pages that are no longer for everybody, or no longer there: they must not come back when a render fails. */
export async function forgetRestricted(cache: PageCache, tags: Iterable<string>): Promise<void> {
  const ids = Array.from(tags, (tag) => Number(tag.slice(PREFIX.length))).filter(Number.isSafeInteger);
  if (ids.length === 0) return;
  try {
    const open = new Set(await listOpenPages(database(), ids));
    await Promise.all(ids.filter((id) => !open.has(id)).map((id) => cache.forget(pageTag(id))));
  } catch (error) {
    log().debug({ err: error }, "restricted pages not known yet");
  }
}
