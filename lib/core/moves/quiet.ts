import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#db/index.ts";
import { hasClaims, listOpenTransactions } from "#lib/core/moves/queries.ts";

const PAUSE_MS = 200;

/**
 * Called once `moving_at` is committed: nothing of the organization changes after this, because
 * every transaction that did not see it has ended, and what workers had claimed is settled.
 * @param onWait is called when it has to wait
 */
export async function waitUntilQuiet(
  db: Db,
  organizationId: number,
  onWait: () => void = () => {},
): Promise<void> {
  let open = await listOpenTransactions(db);
  for (let isFirst = true; ; isFirst = false) {
    if (open.length === 0 && !(await hasClaims(db, organizationId))) return;
    if (isFirst) onWait();
    await sleep(PAUSE_MS);
    if (open.length > 0) open = await listOpenTransactions(db, open);
  }
}
