import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase, database, isDatabaseLost, setPurpose } from "#db/index.ts";
import { isMigrated } from "#db/migrate.ts";
import { databaseRefusal } from "#db/refusal.ts";
import { requireSuitable } from "#db/requirements.ts";
import { checkSecret } from "#lib/core/installation/check-secret.ts";
import { EnvError, env, loadEnvFile, provideEnv } from "#lib/platform/config/env.ts";
import { applySecret } from "#lib/platform/crypto/secret-file.ts";
import { reasonOf } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";
import { measureProcess } from "#lib/platform/metrics.ts";
import { findEmbedded } from "#lib/platform/postgres/embedded.ts";
import { yieldToOthers } from "#lib/platform/process/priority.ts";
import { onStopSignal, onUncaught } from "#lib/platform/process/signals.ts";
import { argv, followParent, sendToParent, setShutdown } from "#lib/server/ipc/messages.ts";
import { serveMetrics } from "#lib/server/metrics/serve.ts";
import { refuseBackups } from "#lib/server/supervisor/database.ts";
import { traceTasks } from "#lib/server/tracing/jobs.ts";
import { openTracing } from "#lib/server/tracing/open.ts";
import { startWorker, type Worker } from "#lib/server/worker/worker.ts";

const RETRY_MS = 1_000;
// Jobs yield to visitors and calls.
const NICENESS = 5;

async function findDatabase(): Promise<void> {
  if (env().DATABASE_URL) {
    if (!argv.supervised) refuseBackups();
    return;
  }
  const url = await findEmbedded(env().DATA_DIR);
  if (!url)
    throw new EnvError(
      "DATABASE_URL: is not given, and no server runs whose database could be used",
    );
  provideEnv({ DATABASE_URL: url });
  applySecret();
}

/** @returns what it has to wait for; null: nothing */
async function findObstacle(): Promise<string | null> {
  try {
    await requireSuitable();
    if (!(await isMigrated(database()))) return "its schema is older than this program";
    await checkSecret(database());
    return null;
  } catch (error) {
    if (isDatabaseLost(error)) return reasonOf(error as Error);
    throw error;
  }
}

async function untilPrepared(stop: AbortSignal): Promise<void> {
  let told = "";
  for (let reason = await findObstacle(); reason; reason = await findObstacle()) {
    if (!argv.supervised && reason !== told)
      log().warn({ reason }, "the database cannot be used yet: waiting");
    told = reason;
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
  }
}

/** The supervisor ends it or, as `npm run worker`, a signal. */
function onStop(stop: () => Promise<void>): void {
  if (argv.supervised) {
    setShutdown(stop);
    followParent(() => {});
  } else onStopSignal(stop);
}

// Runs as a process of the server, or by itself beside servers with WORKER=off.
onUncaught();
yieldToOthers(NICENESS);
setPurpose("jobs");
measureProcess("worker");
try {
  loadEnvFile();
  const tracer = await openTracing("worker");
  await findDatabase();
  const stop = new AbortController();
  const prepared = untilPrepared(stop.signal);
  let worker: Worker | undefined;
  const closeMetrics = argv.supervised ? null : await serveMetrics();
  let closeReceiver: (() => Promise<void>) | undefined;
  onStop(async () => {
    stop.abort();
    await prepared.catch(() => {});
    await closeReceiver?.();
    await closeMetrics?.();
    await worker?.stop();
    await closeDatabase();
    await tracer?.stop();
  });
  await prepared;
  if (!stop.signal.aborted) worker = startWorker((list) => traceTasks(tracer, list));
  if (env().INBOUND_SMTP_PORT > 0 && !stop.signal.aborted)
    closeReceiver = (await import("#lib/monitoring/reports/mail-receiver.ts")).openMailReceiver();
  sendToParent({ kind: "ready" });
} catch (error) {
  const refusal = error instanceof EnvError ? error.message : databaseRefusal(error);
  if (!refusal) throw error;
  console.error(`Configuration: ${refusal}`);
  process.exit(1);
}
