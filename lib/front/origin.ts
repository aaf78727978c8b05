import type { IncomingMessage } from "node:http";
import { env } from "#lib/env.ts";
import { isInbox, isSecret, type PublicRoute } from "#lib/public-routes/route.ts";

const READING = ["GET", "HEAD", "OPTIONS"];

function isOfAnotherHost(origin: string, host: string | undefined): boolean {
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

/** Whether a browser sends a form or a script's request from a page of another origin. */
export function isForeign({ method = "", headers: { host, origin } }: IncomingMessage): boolean {
  if (origin === undefined || READING.includes(method)) return false;
  return origin !== new URL(env().APP_URL).origin && isOfAnotherHost(origin, host);
}

/**
 * The same for a form of a page, which comes from the page's own host. Where the path is a secret,
 * browsers send no origin (`Referrer-Policy: no-referrer`), and knowing the path is enough. An
 * inbox is for scripts of every origin.
 */
export function isForeignForm(
  { method = "", headers: { host, origin } }: IncomingMessage,
  route: PublicRoute,
): boolean {
  if (isInbox(route) || origin === undefined || READING.includes(method)) return false;
  if (origin === "null" && isSecret(route)) return false;
  return isOfAnotherHost(origin, host);
}
