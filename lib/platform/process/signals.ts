import { log } from "#lib/platform/log.ts";

// Ctrl-C under npm arrives twice: from the terminal and from npm.
const ECHO_MS = 500;

/** Runs `stop` on the first signal; the second one exits at once, after `atOnce`. */
export function onStopSignal(stop: () => Promise<void>, atOnce = () => {}): void {
  let stopping_since: number | null = null;
  const receive = (signal: NodeJS.Signals) => {
    if (stopping_since !== null) {
      if (performance.now() - stopping_since <= ECHO_MS) return;
      atOnce();
      process.exit(1);
    }
    stopping_since = performance.now();
    log().info({ signal }, "stopping");
    stop().then(
      () => process.exit(0),
      (error) => {
        log().fatal({ err: error }, "could not stop cleanly");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", receive);
  process.on("SIGINT", receive);
}

/** A program in an unknown state must not continue. */
export function onUncaught(): void {
  process.on("uncaughtException", (error) => {
    log().fatal({ err: error }, "uncaught error");
    process.exit(1);
  });
}
