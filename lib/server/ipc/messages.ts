import cluster from "node:cluster";
import { parseArgs } from "node:util";
import type { Counts } from "#lib/api/rate-limit.ts";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import type { HostMessage } from "#lib/domains/host-directory/hosts.ts";
import { log } from "#lib/platform/log.ts";
import { type Metric, readMetrics } from "#lib/platform/metrics.ts";

export type ToChild =
  /** To be answered with `dropped` once no old copy is shown. */
  | { kind: "change"; announcement: Announcement }
  | { kind: "dropped"; id: string }
  /** Whether changes of other nodes arrive. */
  | { kind: "listening"; isListening: boolean }
  /** Purges reach the CDN; sent every few seconds while it is so. */
  | { kind: "purging" }
  /** Tags of saved copies that must not be shown; `asked_at` is echoed. */
  | { kind: "withdrawn"; tags: string[]; asked_at: number }
  | {
      kind: "database";
      settings: { DATABASE_URL?: string; APP_SECRET?: string };
      embedded: boolean;
    }
  | { kind: "counted"; counts: Counts }
  | { kind: "scrape"; id: string }
  | HostMessage
  /** Everything is ready: print the banner. */
  | { kind: "serving" }
  /** Serve on, but send load balancers elsewhere. */
  | { kind: "drain" }
  | { kind: "stop" };

export type FromChild =
  | { kind: "hello" }
  | { kind: "ready" }
  /** The database is migrated and belongs to this installation. */
  | { kind: "prepared" }
  /** It cannot start; `line` is for the operator, null: see the log. */
  | { kind: "refused"; line: string | null }
  | { kind: "changed"; announcement: Announcement }
  | { kind: "dropped"; id: string }
  /** Request counts since the last message. */
  | { kind: "counted"; counts: Counts }
  | { kind: "metrics"; id: string; metrics: Metric[] }
  /** A client waits for the certificate of a host. */
  | { kind: "host_requested"; name: string }
  /** Index of an app that must be killed for its silence. */
  | { kind: "unresponsive"; app: number }
  /** Tags of saved copies with the time of the oldest, in ms since 1970. */
  | { kind: "saved_copies"; copies: [tag: string, made_at: number][]; asked_at: number };

export const argv = parseArgs({
  strict: false,
  options: {
    supervised: { type: "boolean" },
    socket: { type: "string", multiple: true },
    first: { type: "boolean" },
    dev: { type: "boolean" },
    prepared: { type: "boolean" },
  },
}).values as {
  supervised?: boolean;
  /** Sockets of all apps; an app gets only its own. */
  socket?: string[];
  first?: boolean;
  dev?: boolean;
  prepared?: boolean;
};

export function sendToParent(message: FromChild): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

let leave = async (): Promise<void> => process.exit(1);
let leaving = false;

function end(): void {
  if (leaving) return;
  leaving = true;
  leave().then(
    () => process.exit(0),
    (error) => {
      log().fatal({ err: error }, "could not stop cleanly");
      process.exit(1);
    },
  );
}

/** Sets the shutdown of this process; without one it just exits. */
export function setShutdown(stop: () => Promise<void>): void {
  leave = stop;
}

/**
 * Follows the supervisor, which decides the order of shutdown: signals of a terminal reach all
 * processes at once.
 */
export function followParent(onMessage: (message: ToChild) => void): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => {});
  process.on("message", (message: ToChild) => {
    if (message.kind === "stop") end();
    else if (message.kind === "scrape")
      sendToParent({ kind: "metrics", id: message.id, metrics: readMetrics() });
    else onMessage(message);
  });
  process.once("disconnect", end);
  // Otherwise node:cluster kills a process that loses its supervisor.
  const { worker } = cluster;
  worker?.once("disconnect", () => {
    worker.exitedAfterDisconnect = true;
  });
  if (!process.connected) end();
  sendToParent({ kind: "hello" });
}
