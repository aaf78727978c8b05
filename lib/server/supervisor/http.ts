import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { ListenOptions, Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const isWindows = process.platform === "win32";

/**
 * A private folder for the apps' sockets. Not in DATA_DIR, whose path may exceed a socket path's
 * limit.
 */
export function makeSocketPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "allclear-socket-"));
  return isWindows ? `\\\\.\\pipe\\${folder.replaceAll(/\W/g, "-")}` : join(folder, "app");
}

export function socketOf(path: string, number: number): string {
  return `${path}-${number}`;
}

export function removeSocketPath(path: string): void {
  if (!isWindows) rmSync(dirname(path), { recursive: true, force: true });
}

const FINISH_MS = 10_000;
const CLOSE_IDLE_MS = 50;
const RETRY_MS = 100;
const OTHER_LEAVES_MS = 3_000;

/**
 * Waits for a killed server to release the port.
 * @throws when the port cannot be used
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

export async function closeHttpServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  await Promise.race([closed, sleep(FINISH_MS)]);
  clearInterval(idle);
  server.closeAllConnections();
}
