import { IncomingMessage, type ServerResponse } from "node:http";
import type { Requester } from "#lib/core/request/request-scope.ts";
import { hasOwnToken } from "#lib/identity/sessions/session-token.ts";
import { MAX_BODY_BYTES } from "#lib/platform/http/protocol.ts";
import type { Limits } from "#lib/server/app/limits.ts";

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The same request, its body in memory: a stream that can be read, whatever came. */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion } = request;
  const { httpVersionMajor, httpVersionMinor } = request;
  const versions = { httpVersion, httpVersionMajor, httpVersionMinor };
  const read = new IncomingMessage(request.socket);
  Object.assign(read, { method, url, headers, rawHeaders, ...versions, complete: true });
  read.push(body);
  read.push(null);
  return read;
}

/**
 * Reads the body of a request to a screen or form before Next, which would take any number of them
 * from anybody. Who brings no session of ours gets little room.
 * @throws {AppError} what `Bodies` throws
 */
export async function withForm(
  request: IncomingMessage,
  response: ServerResponse,
  requester: Requester,
  { known, strangers }: Limits["bodies"],
  max_bytes: number,
): Promise<IncomingMessage> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  if (!hasBody(request)) return withBody(request, Buffer.alloc(0));
  const isKnown = await hasOwnToken(request.headers.cookie);
  const room = isKnown ? known : strangers;
  const most = isKnown ? max_bytes : Math.min(max_bytes, MAX_BODY_BYTES);
  return withBody(request, await room.read(request, response, requester, most));
}
