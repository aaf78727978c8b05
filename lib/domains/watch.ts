import { setTimeout as sleep } from "node:timers/promises";
import { database, isDatabaseLost } from "#db/index.ts";
import { isAnyDomainDue } from "#lib/domains/queries.ts";
import { log } from "#lib/log.ts";

const LOOK_MS = 500;

async function isNeeded(): Promise<boolean> {
  try {
    return await isAnyDomainDue(database());
  } catch (error) {
    if (!isDatabaseLost(error)) log().error({ err: error }, "cannot look for domains");
    return false;
  }
}

/**
 * Sets custom domains up until it is stopped. What does that is not loaded before there is one.
 */
export async function watchDomains(stop: AbortSignal): Promise<void> {
  while (!stop.aborted && !(await isNeeded()))
    await sleep(LOOK_MS, undefined, { signal: stop }).catch(() => {});
  if (stop.aborted) return;
  const { DomainEngine } = await import("#lib/domains/engine.ts");
  const { DRIVERS } = await import("#lib/domains/drivers.ts");
  await new DomainEngine(DRIVERS).run(stop);
}
