import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#db/index.ts";
import {
  hasClaims,
  listOpenTransactions,
  listPruning,
  type OpenTransaction,
  type RunningJob,
} from "#lib/core/moves/queries.ts";

const PAUSE_MS = 200;
const MAX_WAIT_MS = 15 * 60_000;

function lineOf({ application, pid, age_s }: OpenTransaction): string {
  return `a transaction of ${application} (pid ${pid}, open for ${age_s} s)`;
}

function jobLine({ name, age_s }: RunningJob): string {
  return `the job ${name} (begun ${age_s} s ago)`;
}

type Waiting = {
  /** Hears what it has to wait for. */
  onWait?: (what: string) => void;
  max_ms?: number;
};

async function waitUntilNone(
  list: () => Promise<string[]>,
  { onWait = () => {}, max_ms = MAX_WAIT_MS }: Waiting,
): Promise<string | null> {
  const end_ms = performance.now() + max_ms;
  for (let isFirst = true; ; isFirst = false) {
    const what = (await list()).join(", ");
    if (what === "") return null;
    if (isFirst) onWait(what);
    if (performance.now() > end_ms) return what;
    await sleep(PAUSE_MS);
  }
}

/**
 * Once `arriving_at` is committed, jobs that begin later prune nothing.
 * @returns what has not ended in time; null: all has
 */
export function waitForPruning(db: Db, waiting: Waiting = {}): Promise<string | null> {
  return waitUntilNone(async () => (await listPruning(db)).map(jobLine), waiting);
}

/**
 * Called once `moving_at` is committed: nothing of the organization changes after this, because
 * every transaction that did not see it has ended, and what workers had claimed is settled.
 * @returns what has not ended in time; null: all has
 */
export async function waitUntilQuiet(
  db: Db,
  organizationId: number,
  waiting: Waiting = {},
): Promise<string | null> {
  let open = await listOpenTransactions(db);
  return waitUntilNone(async () => {
    if (open.length > 0) open = await listOpenTransactions(db, open);
    const isClaimed = await hasClaims(db, organizationId);
    const jobs = (await listPruning(db)).map(jobLine);
    return [...open.map(lineOf), ...jobs, ...(isClaimed ? ["what workers have begun"] : [])];
  }, waiting);
}
