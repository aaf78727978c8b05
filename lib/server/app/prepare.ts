import { setTimeout as sleep } from "node:timers/promises";
import { database, isDatabaseLost } from "#db/index.ts";
import { checkSecret } from "#lib/core/installation/check-secret.ts";
import { EnvError } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import type { Readiness } from "#lib/server/app/readiness.ts";
import { tellParent } from "#lib/server/ipc/parent.ts";
import { type Greeting, prepareWelcome } from "#lib/server/setup/welcome.ts";
import { prepareDatabase } from "#lib/server/supervisor/prepare-database.ts";
import { sealAddresses } from "#lib/subscribers/seal-addresses.ts";

const RETRY_MS = 500;

type Prepared = {
  /**
   * Tells the operator where everything is, as soon as that is known.
   * @throws {EnvError} when the database turns out not to be for this process
   */
  greet(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Runs once the schema exists. On the first start, an embedded database gets the demo data.
 */
async function begin(readiness: Readiness, embedded: boolean): Promise<Greeting> {
  await checkSecret(database());
  await sealAddresses(database());
  const greet = await prepareWelcome(database(), embedded);
  readiness.migrated = true;
  tellParent({ kind: "prepared" });
  return greet;
}

async function retry(stop: AbortSignal, work: () => Promise<Greeting>): Promise<Greeting | null> {
  while (!stop.aborted) {
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
    try {
      if ((await prepareDatabase()) && !stop.aborted) return await work();
    } catch (error) {
      if (error instanceof EnvError) throw error;
      log().error({ err: error }, "cannot prepare the database");
    }
  }
  return null;
}

/** @returns null when the database cannot be reached, or is lost meanwhile */
async function tryOnce(work: () => Promise<Greeting>): Promise<Greeting | null> {
  try {
    return (await prepareDatabase()) ? await work() : null;
  } catch (error) {
    if (!isDatabaseLost(error)) throw error;
    return null;
  }
}

/**
 * Migrates the database and fills a new one. While it cannot be reached the server serves what it
 * has, and this goes on in the background.
 * @throws what is wrong with a database that can be reached
 */
export async function prepareInTime(readiness: Readiness, embedded: boolean): Promise<Prepared> {
  const stop = new AbortController();
  const work = () => begin(readiness, embedded);
  const greeting = await tryOnce(work);
  let begun: Promise<Greeting | null> = Promise.resolve(greeting);
  if (greeting === null) {
    log().warn("the database cannot be reached yet: serving saved pages");
    begun = retry(stop.signal, work);
    // Whoever greets is told.
    begun.catch(() => {});
  }
  return {
    async greet() {
      await (await begun)?.();
    },
    async stop() {
      stop.abort();
      await begun.catch(() => null);
    },
  };
}
