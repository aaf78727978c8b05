import { database, isDatabaseLost } from "#db/index.ts";
import { noteTaking } from "#lib/monitoring/heartbeats/queries.ts";
import { BREAK_S } from "#lib/monitoring/heartbeats/silence.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";

const EVERY_MS = 10_000;

async function note(): Promise<void> {
  const now = wireNow();
  try {
    await noteTaking(database(), now, later(now, -BREAK_S));
  } catch (error) {
    if (!isDatabaseLost(error)) log().warn({ err: error }, "heartbeats: no trace of taking them");
  }
}

/**
 * Leaves a trace of being there, so that silence in a time in which nobody could take heartbeats is
 * not held against services.
 * @returns a function that ends it
 */
export function keepTaking(): () => void {
  void note();
  const timer = setInterval(note, EVERY_MS).unref();
  return () => clearInterval(timer);
}
