import { database, isDatabaseLost } from "#db/index.ts";
import { tellOperators } from "#lib/monitoring/warnings/tell-operators.ts";
import { log } from "#lib/platform/log.ts";

const EVERY_MS = 60_000;

/** Tells the operators that checks stand still, also when no worker is there to send a letter. */
export async function watchWorkers(): Promise<void> {
  const ordered = await tellOperators(database());
  if (ordered.length === 0) return;
  const { sendMessage } = await import("#lib/server/worker/send-message.ts");
  for (const outbox_id of ordered) await sendMessage({ outbox_id });
}

/** Looks each minute. @returns what ends that */
export function keepWatch(): () => void {
  const look = () =>
    void watchWorkers().catch((error) => {
      if (!isDatabaseLost(error)) log().error({ err: error }, "cannot look after the workers");
    });
  const timer = setInterval(look, EVERY_MS).unref();
  return () => clearInterval(timer);
}
