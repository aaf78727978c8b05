import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#lib/platform/log.ts";

type Logged = { request_id: string; address: string | null; path: string };

function levelOf(status: number): "info" | "warn" | "error" {
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}

const SECRET =
  /(^|^\/s\/[^/]+)(\/(?:invitation|setup|manage|unsubscribe|subscribe\/confirm|session|feeds|join(?:\/[^/]+(?=\/))?))\/[^/]+/;

// Where services are reported to; their ids are numbers everywhere else.
const INBOX = /(\/services\/)[0-9a-f-]{36}(?=\/)/i;

// Knowing such a path is enough to use it.
function withoutSecret(path: string): string {
  return path.replace(SECRET, "$1$2/…").replace(INBOX, "$1…");
}

/**
 * Writes one line when the response is over. Never the query: it may hold what only its sender
 * should know.
 */
export function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { request_id, address, path }: Logged,
): void {
  const since = performance.now();
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
    });
  });
}
