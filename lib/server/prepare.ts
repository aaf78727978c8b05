import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#lib/env.ts";
import { startWorker, type Worker } from "#lib/jobs/worker.ts";
import { log } from "#lib/log.ts";
import type { Readiness } from "#lib/server/health.ts";
import { type OpenedDatabase, prepareDatabase } from "#lib/server/open-database.ts";

const RETRY_MS = 500;

/** What happens once the schema is there. On the first start of an embedded database it is filled and its addresses are shown. */
async function begin(readiness: Readiness, _opened: OpenedDatabase): Promise<Worker | null> {
  readiness.migrated = true;
  return env().WORKER === "inline" ? startWorker() : null;
}

async function retry(stop: AbortSignal, work: () => Promise<Worker | null>): Promise<Worker | null> {
  while (!stop.aborted) {
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
    const isPrepared = await prepareDatabase().catch((error) => {
      log().error({ err: error }, "cannot prepare the database");
      return false;
    });
    if (isPrepared && !stop.aborted) return work();
  }
  return null;
}

/**
 * Migrates, then starts the worker. While the database cannot be reached the server serves what it has, and this goes on in the background.
 * @throws what is wrong with a database that can be reached
 */
export async function prepareInTime(readiness: Readiness, opened: OpenedDatabase): Promise<Worker> {
  const stop = new AbortController();
  const work = () => begin(readiness, opened);
  let worker: Promise<Worker | null>;
  if (await prepareDatabase()) worker = work();
  else {
    log().warn("the database cannot be reached yet: serving saved pages");
    worker = retry(stop.signal, work);
  }
  return {
    async stop() {
      stop.abort();
      await (await worker)?.stop();
    },
  };
}
