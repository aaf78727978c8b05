import type { IncomingMessage, ServerResponse } from "node:http";
import { namesEtag } from "#lib/etag.ts";
import { encodingOf } from "#lib/page-cache/key.ts";
import type { Answer, Variants } from "#lib/page-cache/variants.ts";

function write(request: IncomingMessage, response: ServerResponse, answer: Answer, status: number, first: string[]): void {
  const known = status === 200 ? request.headers["if-none-match"] : undefined;
  if (known !== undefined && namesEtag(known, answer.etag)) {
    response.writeHead(304, [...first, ...answer.unchanged]).end();
    return;
  }
  response.writeHead(status, [...first, ...answer.headers]);
  if (request.method === "HEAD") response.end();
  else response.end(answer.body);
}

/**
 * Sends a 200 in the best encoding that the client accepts, if that variant has been made.
 * @param first headers of this one response, names and values in turn
 */
export function serveReady(request: IncomingMessage, response: ServerResponse, variants: Variants, first: string[]): boolean {
  const answer = variants.ready(encodingOf(String(request.headers["accept-encoding"] ?? "")));
  if (answer) write(request, response, answer, 200, first);
  return answer !== undefined;
}

/** Sends an entity in the best encoding that the client accepts. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  variants: Variants,
  status: number,
  first: string[],
): Promise<void> {
  const encoding = encodingOf(String(request.headers["accept-encoding"] ?? ""));
  write(request, response, await variants.in(encoding), status, first);
}
