import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { requestId } from "#lib/server/front/request-id.ts";

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

// How node:http knows, too, whether an answer is on its way: into that nothing may be written.
type Answering = { _httpMessage?: { headersSent: boolean } | null };

/**
 * Refuses what cannot be read as a request – no HTTP, a head that is too long or too slow – like
 * any other, and ends the connection.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex & Answering): void {
  if (!socket.writable || error.code === "ECONNRESET" || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ""] ?? 400;
  const body = JSON.stringify({ error: status, message: STATUS_CODES[status] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId(undefined)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
