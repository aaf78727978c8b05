import pino from "pino";
import { env } from "#lib/platform/config/env.ts";

let instance: pino.Logger | undefined;

/**
 * JSON lines on stdout. Log what happened and the request id, never a body, a key or an address of
 * a subscriber.
 */
export function log(): pino.Logger {
  instance ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  return instance;
}
