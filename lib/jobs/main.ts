import { findEmbedded } from "#db/embedded.ts";
import { closeDatabase } from "#db/index.ts";
import { EnvError, env, loadEnvFile, provideEnv } from "#lib/env.ts";
import { startWorker } from "#lib/jobs/worker.ts";
import { applySecret } from "#lib/secret-file.ts";
import { onStopSignal, onUncaught } from "#lib/server/signals.ts";

/** The database of DATABASE_URL, or the embedded one of a server that runs beside. */
async function findDatabase(): Promise<void> {
  if (env().DATABASE_URL) return;
  const url = await findEmbedded(env().DATA_DIR);
  if (!url) throw new EnvError("DATABASE_URL: is not given, and no server runs whose database could be used");
  provideEnv({ DATABASE_URL: url });
  applySecret();
}

// `npm run worker`: jobs only, beside servers that run with WORKER=off.
onUncaught();
try {
  loadEnvFile();
  await findDatabase();
  const worker = startWorker();
  onStopSignal(async () => {
    await worker.stop();
    await closeDatabase();
  });
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  console.error(`Configuration: ${error.message}`);
  process.exit(1);
}
