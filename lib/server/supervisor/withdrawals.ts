import { database } from "#db/index.ts";
import { isRestricted } from "#lib/core/access/restriction.ts";
import { pageTag } from "#lib/core/request/request-scope.ts";
import { log } from "#lib/platform/log.ts";
import { listWithdrawals } from "#lib/server/supervisor/withdrawals.queries.ts";

const PREFIX = pageTag(0).slice(0, -1);
// A withdrawal may take 15 s to commit, copies are saved with a delay, and clocks differ.
const MARGIN_MS = 20_000;

/**
 * Tags of saved copies whose page was withdrawn since: a failed render must not bring them back.
 * @param made tags with the time of the oldest copy, in ms since 1970
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
