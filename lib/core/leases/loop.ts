import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseLost } from "#db/index.ts";
import { log } from "#lib/platform/log.ts";

const RETRY_MS = 1_000;

type Repeated = {
  stop: AbortSignal;
  failed: string;
  woken?: () => AbortSignal;
};

/**
 * Goes on after failures; a lost database is logged elsewhere.
 * @param turn returns the pause until the next one; null: it was the last
 */
export async function runLoop(
  { stop, failed, woken }: Repeated,
  turn: () => Promise<number | null>,
): Promise<void> {
  while (!stop.aborted) {
    const pause_ms = await turn().catch((error) => {
      if (!isDatabaseLost(error)) log().error({ err: error }, failed);
      return RETRY_MS;
    });
    if (pause_ms === null) return;
    const signal = woken ? AbortSignal.any([stop, woken()]) : stop;
    await sleep(pause_ms, undefined, { signal }).catch(() => {});
  }
}
