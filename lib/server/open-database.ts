import { startEmbedded } from "#db/embedded.ts";
import { isDatabaseLost, patientDatabase } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { EnvError, env, provideEnv } from "#lib/env.ts";
import { installJobs } from "#lib/jobs/worker.ts";
import { log } from "#lib/log.ts";
import { applySecret } from "#lib/secret-file.ts";
import { keepDatabase } from "#lib/server/keep-database.ts";

export type OpenedDatabase = {
  /** Whether it is ours, in DATA_DIR, and not one of DATABASE_URL. */
  embedded: boolean;
  /** Ends the embedded database, if there is one. */
  stop(): Promise<void>;
};

async function openEmbedded(onProgress: (text: string) => void): Promise<OpenedDatabase> {
  const embedded = await startEmbedded({ dataDir: env().DATA_DIR, onProgress });
  provideEnv({ DATABASE_URL: embedded.url });
  applySecret();
  return { embedded: true, stop: keepDatabase(embedded) };
}

/**
 * The database of DATABASE_URL, which need not be there yet, or the embedded one, started.
 * @throws {EnvError} when DATABASE_URL is given without APP_SECRET; {EmbeddedError} when the embedded one cannot run
 */
export async function openDatabase(onProgress: (text: string) => void): Promise<OpenedDatabase> {
  if (!env().DATABASE_URL) return openEmbedded(onProgress);
  if (!env().APP_SECRET) throw new EnvError("APP_SECRET: is required together with DATABASE_URL");
  return { embedded: false, stop: async () => {} };
}

/**
 * Brings the schema up to date.
 * @returns false when the database cannot be reached
 * @throws whatever else is wrong with it
 */
export async function prepareDatabase(): Promise<boolean> {
  const db = patientDatabase();
  try {
    const ran = await migrate(db);
    await installJobs();
    if (ran.length > 0) log().info({ migrations: ran }, "schema migrated");
    return true;
  } catch (error) {
    if (!isDatabaseLost(error)) throw error;
    return false;
  } finally {
    await db.destroy();
  }
}
