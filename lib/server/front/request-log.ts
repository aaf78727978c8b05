import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#lib/platform/log.ts";
import { tracing } from "#lib/platform/tracing.ts";

const SANE = /^[\w.-]{1,64}$/;
const prefix = randomBytes(5).toString("base64url").replaceAll(/[-_]/g, "0");
let count = 0;

/** The client's own request id if valid, else a short one. */
export function requestId(given: string | string[] | undefined): string {
  if (typeof given === "string" && SANE.test(given)) return given;
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}

type Logged = { request_id: string; address: string | null; path: string };

/** Scanners ask for what is not there all day: 404 is nothing to warn of. */
export function levelOf(status: number): "info" | "warn" | "error" {
  if (status >= 500) return "error";
  if (status === 404) return "info";
  return status >= 400 ? "warn" : "info";
}

const SECRET = new RegExp(
  `^((?:/s/[^/]+)?/(?:${[
    "invitation|setup|reset-password|new-address(?:/stop)?|join(?:/[^/]+(?=/))?",
    "manage|unsubscribe|subscribe/confirm|session|feeds",
    "api/callbacks|api/v2/status_pages/[^/]+/alerts",
  ].join("|")}))/[^/]+`,
);

// Report addresses are secret UUIDs; other service ids are numbers.
const INBOX = /(\/services\/)[0-9a-f-]{36}(?=\/)/i;

export function withoutSecret(path: string): string {
  return path.replace(SECRET, "$1/…").replace(INBOX, "$1…");
}

/** Logs one line when the response ends. Never the query: it may hold secrets. */
export function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { request_id, address, path }: Logged,
): void {
  const since = performance.now();
  const trace = tracing.ids?.();
  response.once("close", () => {
    const status = response.statusCode;
    const duration_ms = Math.round(performance.now() - since);
    const aborted = !response.writableFinished && { aborted: true };
    log()[levelOf(status)]({
      request_id,
      method: request.method,
      host: request.headers.host,
      path: withoutSecret(path),
      status,
      duration_ms,
      address,
      ...aborted,
      ...trace,
    });
  });
}
