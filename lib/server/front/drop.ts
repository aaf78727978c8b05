import { LRUCache } from "lru-cache";
import { pageTag } from "#lib/core/request/request-scope.ts";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import type { PageCache } from "#lib/server/cache/cache.ts";
import type { Live } from "#lib/server/cache/live.ts";

export type Drop = (announcement: Announcement) => void;

const MAX_REMEMBERED = 10_000;

/**
 * Drops the copies of a changed page once, whether the app's answer or the supervisor tells first.
 * Renders that began in between are current.
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
