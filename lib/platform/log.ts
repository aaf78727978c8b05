import pino from "pino";
import { env } from "#lib/platform/config/env.ts";
import { tracing } from "#lib/platform/tracing.ts";

let instance: pino.Logger | undefined;

/** JSON lines on stdout. Never log a body, a key or a subscriber's address. */
export function log(): pino.Logger {
  instance ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(tracing.ids && { mixin: tracing.ids }),
  });
  return instance;
}
