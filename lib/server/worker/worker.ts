import { setTimeout as sleep } from "node:timers/promises";
import { type Runner, run, runMigrations, type TaskList } from "graphile-worker";
import { directConfig, isDatabaseLost, openPool } from "#db/index.ts";
import { stopBackground } from "#lib/core/queue/enqueue.ts";
import { watchCertificates, watchDomains } from "#lib/domains/watch.ts";
import { runChecks } from "#lib/monitoring/checks/watch.ts";
import { log } from "#lib/platform/log.ts";
import { programName } from "#lib/platform/process/program-name.ts";
import { runBackups } from "#lib/server/backups/run-backups.ts";
import { runPurges } from "#lib/server/purge/run-purges.ts";
import { logger } from "#lib/server/worker/queue-log.ts";
import { type JobPool, tasks } from "#lib/server/worker/registry.ts";
import { cronItems } from "#lib/server/worker/schedule.ts";

/** Concurrent jobs. Outgoing jobs only start something; messages may wait for a slow server. */
const CONCURRENCY: Record<JobPool, number> = { inner: 3, outgoing: 2, messages: 5 };
// No client waits for a job.
const CONNECTION = {
  application_name: programName("worker"),
  connectionTimeoutMillis: 10_000,
};
const RETRY_MS = 1_000;
// Batching, even without delay, reports failures to record outcomes and makes a stopping worker
// wait for them.
const OUTCOMES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const OUTCOMES_MS = 5_000;

export type Worker = {
  stop(): Promise<void>;
};

/** Creates or updates the job tables. Safe to call concurrently. */
export async function installJobs(): Promise<void> {
  const pgPool = openPool({ ...directConfig(), ...CONNECTION, max: 1 });
  try {
    await runMigrations({ pgPool, logger });
  } finally {
    await pgPool.end();
  }
}

/**
 * Waits for a runner. graphile-worker 0.18 miscounts outcomes that it cannot record, and then waits
 * for them without end.
 */
async function untilEnded(runner: Runner): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const limit = () => setTimeout(resolve, OUTCOMES_MS).unref();
  for (const kind of ["graceful", "forceful"] as const)
    for (const how of ["complete", "error"] as const)
      runner.events.once(`pool:${kind}Shutdown:${how}`, limit);
  await Promise.race([runner.promise, late]);
  // Ends its schedule, too.
  runner.stop().catch(() => {});
}

async function runOnce(pool: JobPool, taskList: TaskList, stop: AbortSignal): Promise<void> {
  const pgPool = openPool({ ...directConfig(), ...CONNECTION }, "queue");
  try {
    // The first connection tells the pool its limit.
    (await pgPool.connect()).release();
    const runner: Runner = await run({
      pgPool,
      logger,
      preset: { worker: OUTCOMES },
      concurrency: Math.min(CONCURRENCY[pool], pgPool.options.max),
      noHandleSignals: true,
      taskList,
      parsedCronItems: pool === "inner" ? cronItems() : [],
    });
    const end = () => void runner.stop().catch(() => {});
    if (stop.aborted) end();
    stop.addEventListener("abort", end, { once: true });
    await untilEnded(runner).finally(() => stop.removeEventListener("abort", end));
  } finally {
    await pgPool.end();
  }
}

/**
 * Runs jobs until stopped; resumes when the database comes back.
 * @param wrap what is done around each job
 */
export function startWorker(wrap = (list: TaskList): TaskList => list): Worker {
  const stop = new AbortController();
  const work = async (pool: JobPool) => {
    const list = wrap(tasks(pool));
    while (!stop.signal.aborted) {
      await runOnce(pool, list, stop.signal).catch((error) => {
        if (!isDatabaseLost(error)) log().error({ err: error }, "worker stopped");
      });
      await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const working = Promise.all([
    work("inner"),
    work("outgoing"),
    work("messages"),
    runChecks(stop.signal),
    watchCertificates(stop.signal),
    watchDomains(stop.signal),
    runBackups(stop.signal),
    runPurges(stop.signal),
  ]);
  return {
    async stop() {
      stop.abort();
      await working;
      await stopBackground();
    },
  };
}
