import { LRUCache } from "lru-cache";
import { isListening, onChange } from "#lib/change/announce.ts";

const MAX_ENTRIES = 20_000;
const MAX_AGE_MS = 60_000;

/**
 * Remembers what a query found about access, so that an API call does not ask the database twice before its work begins. Any change of a
 * page, key or membership, here or in another process, forgets everything; while changes of others cannot be heard, nothing is kept.
 * What was not found is not remembered.
 */
export function remembered<T extends object>(): (key: string, find: () => Promise<T | undefined>) => Promise<T | undefined> {
  const known = new LRUCache<string, T>({ max: MAX_ENTRIES, ttl: MAX_AGE_MS });
  let changes = 0;
  onChange(() => {
    changes += 1;
    known.clear();
  });
  return async (key, find) => {
    const hit = known.get(key);
    if (hit) return hit;
    const before = changes;
    const found = await find();
    if (found && changes === before && isListening()) known.set(key, found);
    return found;
  };
}
