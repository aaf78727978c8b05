import { createServer, type Server } from "node:http";
import type { ListenOptions, Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const FINISH_MS = 10_000;
const CLOSE_IDLE_MS = 50;
const RETRY_MS = 100;
const OTHER_LEAVES_MS = 3_000;

/**
 * Waits for what is left of a server that was killed: it lets go of the port by itself.
 * @throws when a port cannot be listened on, before anything is done for it
 */
export async function tryPort(where: ListenOptions): Promise<void> {
  const until = performance.now() + OTHER_LEAVES_MS;
  for (;;) {
    const server = createServer();
    try {
      await listen(server, where);
      return await new Promise((resolve) => server.close(() => resolve()));
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isTaken || performance.now() > until) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** @throws when the port is taken or not allowed */
export function listen(server: NetServer, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
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
