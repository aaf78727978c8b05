import type { IncomingMessage } from "node:http";
import { env } from "#lib/env.ts";

const READING = ["GET", "HEAD", "OPTIONS"];

/** Whether a browser sends a form or a script's request from a page of another origin. */
export function isForeign({ method = "", headers: { host, origin } }: IncomingMessage): boolean {
  if (origin === undefined || READING.includes(method)) return false;
  if (origin === new URL(env().APP_URL).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}
