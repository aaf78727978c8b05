import { database } from "#db/index.ts";
import { isRestricted } from "#lib/core/access/restriction.ts";
import { pageTag } from "#lib/core/request/request-scope.ts";
import { log } from "#lib/platform/log.ts";
import { listWithdrawals } from "#lib/server/supervisor/queries.ts";

const PREFIX = pageTag(0).slice(0, -1);
// A withdrawal may wait 15 s for its commit, a copy is saved a moment after it was made, and clocks
// of several machines differ a little.
const MARGIN_MS = 20_000;

/**
 * Of what a front keeps the tags of pages of which something was withdrawn since: their copies must
 * not come back when a render fails.
 * @param made tags, and when the oldest copy was made: milliseconds since 1970
 */
export async function findWithdrawn(made: readonly [string, number][]): Promise<string[]> {
  const ids = made.map(([tag]) => Number(tag.slice(PREFIX.length))).filter(Number.isSafeInteger);
  if (ids.length === 0) return [];
  try {
    const pages = await listWithdrawals(database(), ids);
    const open = new Map(
      pages
        .filter((page) => !isRestricted(page))
        .map(({ id, withdrawn_at }) => [pageTag(id), Date.parse(`${withdrawn_at}Z`)]),
    );
    const isCurrent = ([tag, made_at]: [string, number]) =>
      (open.get(tag) ?? Number.POSITIVE_INFINITY) + MARGIN_MS < made_at;
    return made.filter((kept) => !isCurrent(kept)).map(([tag]) => tag);
  } catch (error) {
    log().debug({ err: error }, "withdrawn pages not known yet");
    return [];
  }
}
