import { log } from "#lib/log.ts";

/** Runs `stop` at the first SIGTERM or SIGINT, then ends the process; the second one ends it at once. */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const receive = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log().info({ signal }, "stopping");
    stop().then(
      () => process.exit(0),
      (error) => {
        log().fatal({ err: error }, "could not stop in order");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", receive);
  process.on("SIGINT", receive);
}

/** A program in an unknown state does not go on: what nobody caught is logged and ends it. */
export function onUncaught(): void {
  process.on("uncaughtException", (error) => {
    log().fatal({ err: error }, "uncaught error");
    process.exit(1);
  });
}
