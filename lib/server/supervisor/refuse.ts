import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { AppError, STATUS } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";
import { visitorLocale } from "#lib/server/cache/key.ts";
import { plainAnswer } from "#lib/server/cache/outcome.ts";

const RETRY_AFTER_S = "2";

/**
 * Answers a server action's script. Next passes on a text only if its type is exactly `text/plain`,
 * and never the status: so the text is the status.
 * @returns whether it was such a request
 */
function answerAction(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
): boolean {
  if (response.req.headers["next-action"] === undefined) return false;
  response.writeHead(status, { ...headers, "Content-Type": "text/plain" }).end(`${status}`);
  return true;
}

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string>,
): void {
  if (answerAction(response, status, headers)) return;
  const type = { "Content-Type": "application/json; charset=utf-8" };
  response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(body));
}

export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  request_id: string,
  headers: Record<string, string> = {},
): void {
  answer(response, status, { error: status, message }, { "X-Request-Id": request_id, ...headers });
}

export function refuseMethod(
  response: ServerResponse,
  known: readonly string[],
  request_id: string,
): void {
  // Caches may store a 405 unless told otherwise.
  const headers = { Allow: known.join(", "), "Cache-Control": "private, no-store" };
  refuse(response, 405, "Method not allowed", request_id, headers);
}

export function unavailable(response: ServerResponse, request_id: string): void {
  const headers = { "X-Request-Id": request_id, "Retry-After": RETRY_AFTER_S };
  answer(response, 503, { error: "Service unavailable" }, headers);
}

/** @param search without its `?` */
export function busy(
  response: ServerResponse,
  search: string,
  language: string | undefined,
  request_id: string,
): void {
  const locale = visitorLocale(search, language);
  const { status, headers, body } = plainAnswer("busy", "document", { locale, page: null });
  const named = { ...headers, "X-Request-Id": request_id };
  const { "content-type": _, ...plain } = named;
  if (!answerAction(response, status, plain)) response.writeHead(status, named).end(body);
}

function refuseBody({ code, message }: AppError, response: ServerResponse, id: string): void {
  const headers = {
    ...(code === "rate_limited" && { "Retry-After": RETRY_AFTER_S }),
    ...(code === "too_slow" && { Connection: "close" }),
  };
  if (code === "unavailable") unavailable(response, id);
  else refuse(response, STATUS[code], message, id, headers);
}

export function fail(error: unknown, response: ServerResponse, request_id: string): void {
  if (response.destroyed) return;
  if (response.headersSent) response.destroy();
  else if (error instanceof AppError) refuseBody(error, response, request_id);
  else refuse(response, 500, "Internal server error", request_id);
  if (!(error instanceof AppError)) log().error({ err: error, request_id }, "request failed");
}
