import { setTimeout as sleep } from "node:timers/promises";
import { database, isDatabaseLost } from "#db/index.ts";
import { checkSecret } from "#lib/core/installation/check-secret.ts";
import { EnvError } from "#lib/platform/config/env.ts";
import { reasonOf } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";
import type { Readiness } from "#lib/server/app/internal-routes.ts";
import { sendToParent } from "#lib/server/ipc/messages.ts";
import { type PrintBanner, prepareBanner } from "#lib/server/setup/start-banner.ts";
import { prepareDatabase } from "#lib/server/supervisor/prepare-database.ts";
import { normalizeAddresses } from "#lib/subscribers/normalize-addresses.ts";

const RETRY_MS = 500;

type Prepared = {
  /**
   * Prints the start banner.
   * @throws {EnvError} when the database does not belong to this installation
   */
  printBanner(): Promise<void>;
  stop(): Promise<void>;
};

/** Runs once the schema exists. A new embedded database gets the demo. */
async function begin(readiness: Readiness, embedded: boolean): Promise<PrintBanner> {
  await checkSecret(database());
  await normalizeAddresses(database());
  const printBanner = await prepareBanner(database(), embedded);
  readiness.migrated = true;
  sendToParent({ kind: "prepared" });
  return printBanner;
}

async function retry(
  stop: AbortSignal,
  work: () => Promise<PrintBanner>,
): Promise<PrintBanner | null> {
  while (!stop.aborted) {
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
    try {
      await prepareDatabase();
      if (!stop.aborted) return await work();
    } catch (error) {
      if (error instanceof EnvError) throw error;
      if (!isDatabaseLost(error)) log().error({ err: error }, "cannot prepare the database");
    }
  }
  return null;
}

/** @returns null when the database cannot be reached */
async function tryOnce(work: () => Promise<PrintBanner>): Promise<PrintBanner | null> {
  try {
    await prepareDatabase();
    return await work();
  } catch (error) {
    if (!isDatabaseLost(error)) throw error;
    const reason = reasonOf(error as Error);
    log().warn({ reason }, "the database cannot be reached yet: serving saved pages");
    return null;
  }
}

/**
 * Migrates the database and fills a new one. While it cannot be reached the server starts anyway
 * and this continues in the background.
 * @throws errors of a database that can be reached
 */
export async function prepareInTime(readiness: Readiness, embedded: boolean): Promise<Prepared> {
  const stop = new AbortController();
  const work = () => begin(readiness, embedded);
  const print = await tryOnce(work);
  let preparing: Promise<PrintBanner | null> = Promise.resolve(print);
  if (print === null) {
    preparing = retry(stop.signal, work);
    // `printBanner` reports the error.
    preparing.catch(() => {});
  }
  return {
    async printBanner() {
      await (await preparing)?.();
    },
    async stop() {
      stop.abort();
      await preparing.catch(() => null);
    },
  };
}
