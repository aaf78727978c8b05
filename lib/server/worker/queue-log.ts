import { Logger } from "graphile-worker";
import { isDatabaseLost } from "#db/index.ts";
import { reasonOf } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;
const QUIET_MS = 60_000;

let warned_at = Number.NEGATIVE_INFINITY;

/** Each pool reports a lost database several times; one line says what it means. */
function warnOfLoss(error: Error): void {
  const now = performance.now();
  if (now < warned_at + QUIET_MS) return;
  warned_at = now;
  const reason = reasonOf(error);
  log().warn(
    { reason },
    "the job queue has lost the database: jobs wait, and go on once it is back",
  );
}

/** For graphile-worker. */
export const logger = new Logger((scope) => (level, message, meta) => {
  const error = meta?.error ?? meta?.fatalError;
  if (error instanceof Error && isDatabaseLost(error)) warnOfLoss(error);
  else log()[LEVELS[level as keyof typeof LEVELS]]({ ...scope, err: error }, message);
});
