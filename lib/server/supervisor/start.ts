import { existsSync } from "node:fs";
import { childEnv, env, loadEnvFile, provideEnv } from "#lib/platform/config/env.ts";
import { applyKnownSecret } from "#lib/platform/crypto/secret-file.ts";
import { log } from "#lib/platform/log.ts";
import { EmbeddedError } from "#lib/platform/postgres/embedded.ts";
import { onStopSignal, onUncaught } from "#lib/platform/process/signals.ts";
import { BuildError, ensureBuilt } from "#lib/server/build/build.ts";
import { openDatabase } from "#lib/server/supervisor/database.ts";
import { tryPort } from "#lib/server/supervisor/http.ts";
import { Supervisor } from "#lib/server/supervisor/supervisor.ts";
import { refusalToStart, startWarnings } from "#lib/server/supervisor/warnings.ts";

const SHELL = "/bin/sh";
// Forwards signals and exits as its child does.
const INIT = `"$@" & child=$!
trap 'kill -TERM $child; signalled=1' TERM
trap 'kill -INT $child; signalled=1' INT
while signalled=; wait $child; code=$?; [ "$signalled" ]; do :; done
exit $code`;

/**
 * As process 1 of a container, runs this program under a shell that reaps orphans: Node waits only
 * for its own children.
 */
function runUnderInit(): void {
  if (process.pid !== 1 || !process.execve || !existsSync(SHELL)) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(SHELL, ["sh", "-c", INIT, "sh", ...command], childEnv({}));
}

type How = {
  dev: boolean;
  build: string | null;
};

function explain(error: unknown): string | null {
  if (error instanceof BuildError) return error.message;
  if (error instanceof EmbeddedError) return `Database: ${error.message}`;
  return refusalToStart(error);
}

function refuse(error: unknown): never {
  const line = explain(error);
  if (line) console.error(line);
  else log().fatal({ err: error }, "could not start");
  process.exit(1);
}

async function start({ dev, build }: How): Promise<void> {
  loadEnvFile();
  if (dev) provideEnv({ FRONTS: "1", APPS: "1" });
  const { HOST, PORT, HTTPS_PORT } = env();
  for (const line of startWarnings()) console.error(line);
  await tryPort({ port: PORT, host: HOST });
  if (HTTPS_PORT > 0) await tryPort({ port: HTTPS_PORT, host: HOST });
  const onProgress = (text: string) => console.error(text);
  const used = dev ? null : (build ?? (await ensureBuilt(onProgress)));
  let closeDatabase = async (): Promise<void> => {};
  const supervisor = new Supervisor(used, (line) => {
    if (line) console.error(line);
    supervisor.kill();
    closeDatabase().finally(() => process.exit(1));
  });
  onStopSignal(
    async () => {
      await supervisor.stop();
      await closeDatabase();
    },
    () => supervisor.kill(),
  );
  if (!env().DATABASE_URL) applyKnownSecret();
  await supervisor.start();
  try {
    const opened = await openDatabase(onProgress);
    closeDatabase = opened.stop;
    await supervisor.open(opened.embedded);
  } catch (error) {
    supervisor.kill();
    await closeDatabase();
    throw error;
  }
}

/** Runs the server of this node until a signal. A start that fails ends the process. */
export function startServer(how: How): void {
  runUnderInit();
  onUncaught();
  start(how).catch(refuse);
}
