import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { refuseUnreadable } from "#lib/server/unreadable.ts";

const FINISH_MS = 10_000;
const CLOSE_IDLE_MS = 50;
// Longer than the idle timeout of usual load balancers, so that it is never we who close a connection they are about to use.
const KEEP_ALIVE_MS = 75_000;
// Whoever sends slower than this holds a connection, and memory, for nothing.
const HEADERS_MS = 15_000;
const REQUEST_MS = 60_000;

// Next listens for upgrades: without this it would get, and never answer, those that clients merely offer (`Upgrade: h2c`).
function isForNext({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket" && (url ?? "").startsWith("/_next/");
}

export function createHttpServer(): Server {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    shouldUpgradeCallback: isForNext,
  });
  return server.on("clientError", refuseUnreadable);
}

/** @throws when a port cannot be listened on, before anything is done for it */
export async function tryPort({ port, host }: { port: number; host: string }): Promise<void> {
  const server = createServer();
  await listen(server, () => {}, { host, port });
  await new Promise((resolve) => server.close(resolve));
}

/** Serves from now on. @throws when the port is taken or not allowed */
export function listen(server: Server, handle: RequestListener, { port, host }: { port: number; host: string }): Promise<void> {
  server.on("request", handle);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Accepts nothing more, lets requests under way finish, for 10 s at most. */
export async function closeHttpServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  await Promise.race([closed, sleep(FINISH_MS)]);
  clearInterval(idle);
  server.closeAllConnections();
}
