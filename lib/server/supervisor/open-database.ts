import { EnvError, env, provideEnv } from "#lib/platform/config/env.ts";
import { applySecret } from "#lib/platform/crypto/secret-file.ts";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { keepDatabase } from "#lib/server/supervisor/keep-database.ts";

type OpenedDatabase = {
  /** Whether it is ours, in DATA_DIR, and not one of DATABASE_URL. */
  embedded: boolean;
  /** Ends the embedded database, if there is one. */
  stop(): Promise<void>;
};

async function openEmbedded(onProgress: (text: string) => void): Promise<OpenedDatabase> {
  const embedded = await startEmbedded({ dataDir: env().DATA_DIR, onProgress, awaitsRoom: true });
  provideEnv({ DATABASE_URL: embedded.url });
  applySecret();
  return { embedded: true, stop: keepDatabase(embedded) };
}

/**
 * The database of DATABASE_URL, which need not be there yet, or the embedded one, started.
 * @throws {EnvError} when DATABASE_URL is given without APP_SECRET; {EmbeddedError} when the
 *   embedded one cannot run
 */
export async function openDatabase(onProgress: (text: string) => void): Promise<OpenedDatabase> {
  if (!env().DATABASE_URL) return openEmbedded(onProgress);
  if (!env().APP_SECRET) throw new EnvError("APP_SECRET: is required together with DATABASE_URL");
  return { embedded: false, stop: async () => {} };
}
