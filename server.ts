import createNext from "next";
import { routes } from "#app/api/v2/routes.ts";
import { EmbeddedError } from "#db/embedded.ts";
import { closeDatabase, isDatabaseRefusal } from "#db/index.ts";
import { BuildError, ensureBuilt } from "#lib/build.ts";
import { EnvError, env, loadEnvFile } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { dispatcher } from "#lib/server/dispatch.ts";
import type { Readiness } from "#lib/server/health.ts";
import { createHttpServer, tryPort } from "#lib/server/http.ts";
import { openDatabase } from "#lib/server/open-database.ts";
import { prepareInTime } from "#lib/server/prepare.ts";
import { serveHttp } from "#lib/server/serve.ts";
import { onStopSignal, onUncaught } from "#lib/server/signals.ts";

const dev = process.argv.includes("--dev");

/** One line on what to do about it, where the person who starts the server is at fault. */
function explain(error: unknown): string | null {
  if (error instanceof EnvError) return `Configuration: ${error.message}`;
  if (error instanceof BuildError) return error.message;
  if (error instanceof EmbeddedError) return `Database: ${error.message}`;
  if (error instanceof Error && error.message.startsWith("corrupted migrations")) {
    return `Database: it belongs to another version of Allclear (${error.message}): start that version, or restore a backup`;
  }
  if (isDatabaseRefusal(error)) return `Configuration: DATABASE_URL: ${error.message}`;
  const { code = "", syscall = "", message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `Port ${env().PORT} is in use: set PORT to another one`;
  if (/^(listen|getaddrinfo)$/.test(syscall)) return `Cannot listen (${message}): set HOST and PORT to what this machine has`;
  return null;
}

async function start(): Promise<void> {
  loadEnvFile();
  const { HOST, PORT, APP_URL } = env();
  await tryPort({ port: PORT, host: HOST });
  const onProgress = (text: string) => console.error(text);
  if (!dev) await ensureBuilt(onProgress);
  const opened = await openDatabase(onProgress);
  const readiness: Readiness = { migrated: false };
  const prepared = await prepareInTime(readiness, opened);
  const server = createHttpServer();
  const next = createNext({ dev, dir: import.meta.dirname, hostname: "localhost", port: PORT, httpServer: server });
  await next.prepare();
  const pages = next.getRequestHandler();
  const stopHttp = await serveHttp(server, dev ? pages : dispatcher(routes, "/api/v2", pages), readiness, dev);
  log().info({ url: APP_URL, host: HOST, port: PORT }, "serving");
  void prepared.greet();
  onStopSignal(async () => {
    await stopHttp();
    await prepared.stop();
    await next.close();
    await closeDatabase();
    await opened.stop();
  });
}

onUncaught();
start().catch((error) => {
  const line = explain(error);
  if (line) console.error(line);
  else log().fatal({ err: error }, "could not start");
  process.exit(1);
});
