import type { IncomingMessage, ServerResponse } from "node:http";
import type { Place } from "#lib/core/routes/place.ts";
import { namesEtag } from "#lib/platform/http/protocol.ts";
import { encodingOf } from "#lib/server/cache/key.ts";
import {
  type Answer,
  complete,
  type Once,
  OPEN,
  type Variants,
} from "#lib/server/cache/variants.ts";

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, headers, unchanged, body }: Answer,
  status: number,
  once: Once,
): void {
  const etags = status === 200 ? request.headers["if-none-match"] : undefined;
  if (etags !== undefined && namesEtag(etags, etag)) {
    response.writeHead(304, complete(unchanged, once)).end();
    return;
  }
  response.writeHead(status, complete(headers, once));
  if (request.method === "HEAD") response.end();
  else response.end(body);
}

function acceptedBy({ headers }: IncomingMessage): string {
  return (headers["accept-encoding"] as string | undefined) ?? "";
}

/** Sends a copy in the client's best encoding, if that variant is ready. */
export function serveReady(
  request: IncomingMessage,
  response: ServerResponse,
  variants: Variants,
  status: number,
  once: Once,
): boolean {
  const answer = variants.ready(encodingOf(acceptedBy(request)));
  if (answer) write(request, response, answer, status, once);
  return answer !== undefined;
}

export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  variants: Variants,
  status: number,
  once: Once,
): Promise<void> {
  const encoding = encodingOf(acceptedBy(request));
  write(request, response, await variants.in(encoding), status, once);
}

export function newAddress(base: string, { page, own_host }: Place, path: string, search: string) {
  const inside = own_host ? path : path.slice(`/s/${page}`.length);
  return base + inside + (search && `?${search}`);
}

export function sendMoved(
  response: ServerResponse,
  { entity: { headers } }: Variants,
  location: string,
  once: Once,
): void {
  const own = ["Location", location, "Content-Length", "0"];
  response.writeHead(301, complete([...OPEN, ...headers, ...own], once)).end();
}
