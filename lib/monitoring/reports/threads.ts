import Tinypool from "tinypool";
import type { ParseTask } from "#lib/monitoring/reports/report-parser.ts";
import { setReportThreads } from "#lib/monitoring/reports/run-in-thread.ts";
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

/** The sender repeats a report that is refused temporarily. */
function busy(): AppError {
  return new AppError("rate_limited", "Too many reports wait to be read", {}, AGAIN_S);
}

/**
 * Parses reports in a thread that starts on demand and is ended when it takes too long.
 * @returns stops it
 */
export function openReportThreads(): () => Promise<void> {
  const turns = new FairQueue("reports", TURNS);
  const pool = new Tinypool({
    filename: new URL("report-parser.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB },
  });
  const run = async (task: ParseTask) => {
    try {
      return (await pool.run(task, { signal: AbortSignal.timeout(WORK_MS) })) as unknown;
    } catch (error) {
      log().warn({ err: error }, "parsing a monitoring report failed");
      return null;
    }
  };
  setReportThreads(async (task, tenant) => {
    const turn = turns.take(tenant);
    if (!turn) throw busy();
    try {
      if (!(await turn.acquired)) throw busy();
      return await run(task);
    } finally {
      turn.end();
    }
  });
  return async () => {
    setReportThreads(null);
    await pool.destroy();
  };
}
