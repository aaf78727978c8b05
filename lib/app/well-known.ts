import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestScope } from "#lib/request-scope.ts";
import { refuse } from "#lib/server/refuse.ts";

/** What proves that a host leads here: on any host, also one that no page has. */
export async function answerWellKnown(
  _request: IncomingMessage,
  response: ServerResponse,
  { request_id }: RequestScope,
): Promise<void> {
  refuse(response, 404, "Not found", request_id, { "Cache-Control": "no-store" });
}
