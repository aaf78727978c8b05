import Tinypool from "tinypool";
import { readIn, type Work } from "#lib/monitoring/reports/apart.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { log } from "#lib/platform/log.ts";

const WORK_MS = 2_000;
const IDLE_MS = 10_000;
const AGAIN_S = 30;
const MAX_MEMORY_MIB = 64;
const TURNS = {
  all: 1,
  tenant: 1,
  client: 1,
  all_waiting: 200,
  tenant_waiting: 5,
  client_waiting: 5,
  wait_ms: 10_000,
  hold_ms: 2 * WORK_MS,
};

/** What was not even begun may be read later: it comes again. */
function busy(): AppError {
  return new AppError("rate_limited", "Too many reports wait to be read", {}, AGAIN_S);
}

/**
 * Has what may cost any time in reports read by a thread of its own, begun when it is needed and
 * ended when it takes too long.
 * @returns a function that ends it
 */
export function openReportThreads(): () => Promise<void> {
  const turns = new FairQueue("reports", TURNS);
  const pool = new Tinypool({
    filename: new URL("work.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB },
  });
  const run = async (work: Work) => {
    try {
      return (await pool.run(work, { signal: AbortSignal.timeout(WORK_MS) })) as unknown;
    } catch (error) {
      log().warn({ err: error }, "a report cannot be read");
      return null;
    }
  };
  readIn(async (work, whose) => {
    const turn = turns.take(whose);
    if (!turn) throw busy();
    try {
      if (!(await turn.acquired)) throw busy();
      return await run(work);
    } finally {
      turn.end();
    }
  });
  return async () => {
    readIn(null);
    await pool.destroy();
  };
}
