import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import createNext from "next";
import { renderToString } from "react-dom/server";
import { closeDatabase, setPurpose } from "#db/index.ts";
import { databaseRefusal } from "#db/refusal.ts";
import { openThreads } from "#lib/core/markdown/threads.ts";
import { trackHeartbeats } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { openReportThreads } from "#lib/monitoring/reports/threads.ts";
import { env, provideEnv } from "#lib/platform/config/env.ts";
import { drawBy } from "#lib/platform/http/markup.ts";
import { log } from "#lib/platform/log.ts";
import { measureProcess } from "#lib/platform/metrics.ts";
import { stopUnused } from "#lib/platform/postgres/embedded.ts";
import { onUncaught } from "#lib/platform/process/signals.ts";
import { warmUp } from "#lib/server/app/capture.ts";
import { makeLimits } from "#lib/server/app/concurrency-limits.ts";
import { dispatcher } from "#lib/server/app/dispatch.ts";
import type { Readiness } from "#lib/server/app/internal-routes.ts";
import { listener } from "#lib/server/app/listener.ts";
import { prepareInTime } from "#lib/server/app/prepare.ts";
import { followSupervisor } from "#lib/server/app/relay-changes.ts";
import { answerWithoutNext } from "#lib/server/app/visitors.ts";
import { startWorkerWatch } from "#lib/server/app/watch-workers.ts";
import { argv, sendToParent, setShutdown } from "#lib/server/ipc/messages.ts";
import { closeHttpServer, listen, removeSocketPath } from "#lib/server/supervisor/http.ts";
import { refusalToStart } from "#lib/server/supervisor/warnings.ts";
import { traceListener } from "#lib/server/tracing/app.ts";
import { openTracing } from "#lib/server/tracing/open.ts";
import { routes } from "./api/v2/routes.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// The front has its own limits; what it sends has been let in.
const PATIENT = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };
const HTTP_OPTIONS = { ...PATIENT, maxHeaderSize: 65_536, optimizeEmptyRequests: true };
const NEXT_START_MS = 5_000;

function refuse(error: unknown): void {
  const line = refusalOfDatabase(error) ?? refusalToStart(error);
  if (line === null) log().fatal({ err: error }, "could not start");
  sendToParent({ kind: "refused", line });
}

function refusalOfDatabase(error: unknown): string | null {
  if (error instanceof Error && error.message.startsWith("corrupted migrations"))
    return `Database: it belongs to another version of Allclear (${error.message}): start that version, or restore a backup`;
  const refusal = databaseRefusal(error);
  return refusal && `Configuration: ${refusal}`;
}

/** Ends what a killed supervisor left, unless the next one, which comes at once, uses it. */
async function tidyUp(socket: string, embedded: boolean): Promise<void> {
  removeSocketPath(socket);
  if (!embedded) return;
  await sleep(NEXT_START_MS);
  await stopUnused(env().DATA_DIR);
}

async function start(): Promise<void> {
  const { socket: [socket = ""] = [], dev = false, prepared = false, first = false } = argv;
  const tracer = await openTracing("app");
  const readiness: Readiness = { migrated: prepared };
  const onServing = Promise.withResolvers<void>();
  setShutdown(async () => {
    if (first) removeSocketPath(socket);
  });
  const onDatabase = Promise.withResolvers<boolean>();
  followSupervisor(({ settings, embedded }) => {
    provideEnv(settings);
    onDatabase.resolve(embedded);
  }, onServing.resolve);
  const embedded = await onDatabase.promise;
  const preparation = prepared ? null : await prepareInTime(readiness, embedded);
  const closeThreads = openThreads();
  const closeReportThreads = openReportThreads();
  const hasShortcuts = !dev && env().SHORTCUTS === "on";
  if (hasShortcuts) drawBy(renderToString);
  const server = createServer({ ...HTTP_OPTIONS, shouldUpgradeCallback: () => dev });
  const next = createNext({
    dev,
    dir: ROOT,
    hostname: "localhost",
    port: env().PORT,
    httpServer: server,
  });
  await next.prepare();
  const routed = next.getRequestHandler();
  const pages = answerWithoutNext(routed);
  const limits = makeLimits();
  const handler = hasShortcuts ? dispatcher(routes, "/api/v2", pages, limits) : pages;
  server.on("request", traceListener(tracer, listener({ handler, limits, readiness })));
  rmSync(socket, { force: true });
  await listen(server, { path: socket });
  const stops = [trackHeartbeats(), ...(first ? [startWorkerWatch()] : [])];
  setShutdown(async () => {
    for (const stop of stops) stop();
    await closeHttpServer(server);
    await preparation?.stop();
    await next.close();
    await closeThreads();
    await closeReportThreads();
    await closeDatabase();
    await tracer?.stop();
    if (!process.connected && first) await tidyUp(socket, embedded);
  });
  sendToParent({ kind: "ready" });
  if (!dev && readiness.migrated) await warmUp(routed);
  // An app that is killed leaves the next one nothing to compile.
  flushCompileCache();
  await onServing.promise;
  await preparation?.printBanner();
}

onUncaught();
measureProcess("app");
setPurpose("app");
start().catch(refuse);
