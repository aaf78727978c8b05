import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#lib/platform/log.ts";
import type { Embedded } from "#lib/platform/postgres/embedded.ts";

const WATCH_MS = 250;
const MAX_WAIT_MS = 30_000;

/**
 * Starts the embedded database again whenever its process dies, or as soon as there is room for it.
 * @returns a function that ends this and the database
 */
export function keepDatabase(database: Embedded): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  const restart = async () => {
    for (let wait_ms = WATCH_MS; !signal.aborted; wait_ms = Math.min(wait_ms * 2, MAX_WAIT_MS)) {
      try {
        await database.restart();
        return log().info("the database runs again");
      } catch (error) {
        if (wait_ms === WATCH_MS)
          log().error({ err: error }, "the database cannot be started: trying again until it can");
        await pause(wait_ms);
      }
    }
  };
  const keep = async () => {
    if (database.awaited) {
      log().error({ err: database.awaited }, "the database cannot be started for lack of room");
      await restart();
    }
    while (!signal.aborted) {
      await pause(WATCH_MS);
      if (signal.aborted || database.isRunning()) continue;
      log().error("the database process has died: starting it again");
      await restart();
    }
  };

  const keeping = keep();
  return async () => {
    stop.abort();
    await keeping;
    await database.stop();
  };
}
