import { setTimeout as sleep } from "node:timers/promises";
import { EnvError, env, provideEnv } from "#lib/platform/config/env.ts";
import { applySecret } from "#lib/platform/crypto/secret-file.ts";
import { log } from "#lib/platform/log.ts";
import { type Embedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";

const WATCH_MS = 250;
const MAX_WAIT_MS = 30_000;

/**
 * Restarts the embedded database when it dies, or once there is disk space.
 * @returns stops it
 */
function keepDatabase(database: Embedded): () => Promise<void> {
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

type OpenedDatabase = {
  embedded: boolean;
  stop(): Promise<void>;
};

async function openEmbedded(onProgress: (text: string) => void): Promise<OpenedDatabase> {
  const embedded = await startEmbedded({ dataDir: env().DATA_DIR, onProgress, awaitsRoom: true });
  provideEnv({ DATABASE_URL: embedded.url });
  applySecret();
  return { embedded: true, stop: keepDatabase(embedded) };
}

/** @throws {EnvError} because only the embedded database can be backed up from here */
export function refuseBackups(): void {
  if (env().BACKUP_SCHEDULE)
    throw new EnvError(
      "BACKUP_SCHEDULE: is for the embedded database; schedule pg_dump for that of DATABASE_URL",
    );
}

/**
 * The database of DATABASE_URL, which may be down, or the embedded one, started.
 * @throws {EnvError} for DATABASE_URL without APP_SECRET; {EmbeddedError} when the embedded one
 * cannot run
 */
export async function openDatabase(onProgress: (text: string) => void): Promise<OpenedDatabase> {
  if (!env().DATABASE_URL) return openEmbedded(onProgress);
  refuseBackups();
  if (!env().APP_SECRET) throw new EnvError("APP_SECRET: is required together with DATABASE_URL");
  return { embedded: false, stop: async () => {} };
}
