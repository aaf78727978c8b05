import { LRUCache } from "lru-cache";
import { pageTag } from "#lib/core/request/request-scope.ts";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import type { PageCache } from "#lib/server/cache/cache.ts";
import type { Live } from "#lib/server/cache/live.ts";

/** Drops what was kept of what changed. */
export type Drop = (announcement: Announcement) => void;

const MAX_REMEMBERED = 10_000;

/**
 * Drops what is kept of a page that changed: once, whether the answer to the call that changed it
 * says so first or the supervisor. Renders that began in between are as true as those after it.
 */
export function dropper(
  cache: Pick<PageCache, "changed" | "forget">,
  live: Pick<Live, "changed" | "withdrawn">,
): Drop {
  const dropped = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return ({ id, change }) => {
    if (change === null || change === "unheard" || dropped.has(id)) return;
    dropped.set(id, true);
    const { status_page_id, withdrawn } = change;
    const tag = pageTag(status_page_id);
    cache.changed(tag);
    if (withdrawn !== "nothing") void cache.forget(tag);
    live[withdrawn === "page" ? "withdrawn" : "changed"](status_page_id);
  };
}
