import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#db/index.ts";
import { env } from "#lib/env.ts";
import { startWorker, type Worker } from "#lib/jobs/worker.ts";
import { log } from "#lib/log.ts";
import type { Readiness } from "#lib/server/health.ts";
import { type OpenedDatabase, prepareDatabase } from "#lib/server/open-database.ts";
import { type Greeting, prepareWelcome } from "#lib/welcome/welcome.ts";

const RETRY_MS = 500;

type Begun = { worker: Worker | null; greet: Greeting };

type Prepared = {
  /** Tells the operator where everything is, as soon as that is known. */
  greet(): Promise<void>;
  stop(): Promise<void>;
};

/** What happens once the schema is there. On the first start of an embedded database it is filled. */
async function begin(readiness: Readiness, { embedded }: OpenedDatabase): Promise<Begun> {
  const greet = await prepareWelcome(database(), embedded);
  readiness.migrated = true;
  return { greet, worker: env().WORKER === "inline" ? startWorker() : null };
}

async function retry(stop: AbortSignal, work: () => Promise<Begun>): Promise<Begun | null> {
  while (!stop.aborted) {
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
    try {
      if ((await prepareDatabase()) && !stop.aborted) return await work();
    } catch (error) {
      log().error({ err: error }, "cannot prepare the database");
    }
  }
  return null;
}

/**
 * Migrates, fills a new database, starts the worker. While the database cannot be reached the server serves what it has, and this goes on
 * in the background.
 * @throws what is wrong with a database that can be reached
 */
export async function prepareInTime(readiness: Readiness, opened: OpenedDatabase): Promise<Prepared> {
  const stop = new AbortController();
  const work = () => begin(readiness, opened);
  let begun: Promise<Begun | null>;
  if (await prepareDatabase()) begun = Promise.resolve(await work());
  else {
    log().warn("the database cannot be reached yet: serving saved pages");
    begun = retry(stop.signal, work);
  }
  return {
    async greet() {
      await (await begun)?.greet();
    },
    async stop() {
      stop.abort();
      await (await begun)?.worker?.stop();
    },
  };
}
