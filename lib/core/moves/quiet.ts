import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#db/index.ts";
import { hasClaims, listOpenTransactions, type OpenTransaction } from "#lib/core/moves/queries.ts";

const PAUSE_MS = 200;
const MAX_WAIT_MS = 15 * 60_000;

function lineOf({ application, pid, age_s }: OpenTransaction): string {
  return `a transaction of ${application} (pid ${pid}, open for ${age_s} s)`;
}

type Waiting = {
  /** Hears what it has to wait for. */
  onWait?: (what: string) => void;
  max_ms?: number;
};

/**
 * Called once `moving_at` is committed: nothing of the organization changes after this, because
 * every transaction that did not see it has ended, and what workers had claimed is settled.
 * @returns what has not ended in time, if anything
 */
export async function waitUntilQuiet(
  db: Db,
  organizationId: number,
  { onWait = () => {}, max_ms = MAX_WAIT_MS }: Waiting = {},
): Promise<string | null> {
  const end_ms = performance.now() + max_ms;
  let open = await listOpenTransactions(db);
  for (let isFirst = true; ; isFirst = false) {
    const isClaimed = await hasClaims(db, organizationId);
    if (open.length === 0 && !isClaimed) return null;
    const what = [...open.map(lineOf), ...(isClaimed ? ["what workers have begun"] : [])].join(
      ", ",
    );
    if (isFirst) onWait(what);
    if (performance.now() > end_ms) return what;
    await sleep(PAUSE_MS);
    if (open.length > 0) open = await listOpenTransactions(db, open);
  }
}
