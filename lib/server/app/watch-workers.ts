import { database, isDatabaseLost } from "#db/index.ts";
import { notifyOperators } from "#lib/monitoring/warnings/watch-checks.ts";
import { log } from "#lib/platform/log.ts";

const EVERY_MS = 60_000;

/** Notifies operators of stalled checks and sends the e-mails itself, in case no worker runs. */
export async function watchWorkers(): Promise<void> {
  const outboxIds = await notifyOperators(database());
  if (outboxIds.length === 0) return;
  const { sendMessage } = await import("#lib/server/worker/send-message.ts");
  for (const outbox_id of outboxIds) await sendMessage({ outbox_id });
}

/** @returns stops it */
export function startWorkerWatch(): () => void {
  const check = () =>
    void watchWorkers().catch((error) => {
      if (!isDatabaseLost(error)) log().error({ err: error }, "cannot check the workers");
    });
  const timer = setInterval(check, EVERY_MS).unref();
  return () => clearInterval(timer);
}
