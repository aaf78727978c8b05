import type { IncomingMessage, ServerResponse } from "node:http";
import { isSecret, type PublicRoute } from "#lib/core/routes/route.ts";
import { env } from "#lib/platform/config/env.ts";

const READING = ["GET", "HEAD", "OPTIONS"];

function isOfAnotherHost(origin: string, host: string | undefined): boolean {
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

/** Fetch metadata helps where browsers send no `Origin`. */
function isFromElsewhere(headers: IncomingMessage["headers"]): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || (site === "same-site" && headers.origin === undefined);
}

/** Whether a browser sends the request from a page of another origin. */
export function isForeign({ method = "", headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  if (READING.includes(method)) return false;
  if (isFromElsewhere(headers)) return true;
  if (origin === undefined) return false;
  return origin !== new URL(env().APP_URL).origin && isOfAnotherHost(origin, host);
}

/**
 * Like `isForeign` for forms of a page. Secret paths send no origin (`Referrer-Policy:
 * no-referrer`) and are proof enough; routes for mail programs accept every origin.
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

/** Headers that scripts of other sites may send to a page's JSON. */
export function answerPreflight(
  response: ServerResponse,
  methods: readonly string[],
  request_id: string,
): void {
  const headers = {
    Allow: methods.join(", "),
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": methods.join(", "),
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
    "X-Request-Id": request_id,
  };
  response.writeHead(204, headers).end();
}
