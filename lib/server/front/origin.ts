import type { IncomingMessage } from "node:http";
import { isSecret, type PublicRoute } from "#lib/core/routes/route.ts";
import { env } from "#lib/platform/config/env.ts";

const READING = ["GET", "HEAD", "OPTIONS"];

function isOfAnotherHost(origin: string, host: string | undefined): boolean {
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

/** Where browsers say nothing of the origin, they may still say that it is another one. */
function isFromElsewhere(headers: IncomingMessage["headers"]): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || (site === "same-site" && headers.origin === undefined);
}

/** Whether a browser sends a form or a script's request from a page of another origin. */
export function isForeign({ method = "", headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  if (READING.includes(method)) return false;
  if (isFromElsewhere(headers)) return true;
  if (origin === undefined) return false;
  return origin !== new URL(env().APP_URL).origin && isOfAnotherHost(origin, host);
}

/**
 * The same for a form of a page, which comes from the page's own host. Where the path is a secret,
 * browsers send no origin (`Referrer-Policy: no-referrer`), and knowing the path is enough. What
 * mail programs or scripts post to is taken from every origin.
 */
export function isForeignForm(
  { method = "", headers }: IncomingMessage,
  route: PublicRoute,
): boolean {
  const { host, origin } = headers;
  if (route.any_origin || READING.includes(method)) return false;
  if (origin === undefined) return isFromElsewhere(headers);
  if (origin === "null" && isSecret(route)) return false;
  return isOfAnotherHost(origin, host);
}
