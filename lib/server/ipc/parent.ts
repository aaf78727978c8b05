import cluster from "node:cluster";
import { parseArgs } from "node:util";
import { log } from "#lib/platform/log.ts";
import type { FromChild, ToChild } from "#lib/server/ipc/messages.ts";

/** What the supervisor tells a process at its start. */
export const given = parseArgs({
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
  /** Where the apps listen; an app is told only of its own. */
  socket?: string[];
  /** Whether it is the first of its kind, which does what is done once. */
  first?: boolean;
  dev?: boolean;
  prepared?: boolean;
};

export function tellParent(message: FromChild): void {
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

/** Says how this process ends in order; until then it just ends. */
export function leaveBy(stop: () => Promise<void>): void {
  leave = stop;
}

/**
 * Obeys the supervisor alone: it hears the signals of a terminal or service manager, too, and knows
 * who must end after whom. Without it this process ends by itself.
 */
export function followParent(hear: (message: ToChild) => void): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => {});
  process.on("message", (message: ToChild) => {
    if (message.kind === "stop") end();
    else hear(message);
  });
  process.once("disconnect", end);
  // Else node:cluster ends a process that lost its supervisor in the middle of everything.
  const { worker } = cluster;
  worker?.once("disconnect", () => {
    worker.exitedAfterDisconnect = true;
  });
  if (!process.connected) end();
  tellParent({ kind: "hello" });
}
