import { setTimeout as sleep } from "node:timers/promises";
import { database, isDatabaseLost } from "#db/index.ts";
import { log } from "#lib/log.ts";
import { isAnyDue } from "#lib/monitoring/checks/queries.ts";

const LOOK_S = 2;

async function isNeeded(): Promise<boolean> {
  try {
    return await isAnyDue(database(), LOOK_S);
  } catch (error) {
    if (!isDatabaseLost(error)) log().error({ err: error }, "cannot look for checks");
    return false;
  }
}

/** Checks services until it is stopped. What checks is not loaded before there is something to. */
export async function watchServices(stop: AbortSignal): Promise<void> {
  while (!stop.aborted && !(await isNeeded()))
    await sleep(LOOK_S * 1_000, undefined, { signal: stop }).catch(() => {});
  if (stop.aborted) return;
  const { Engine } = await import("#lib/monitoring/checks/engine.ts");
  await new Engine().run(stop);
}
