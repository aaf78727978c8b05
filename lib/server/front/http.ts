import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { requestId } from "#lib/server/front/request-log.ts";

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

// node:http's own mark of an answer in progress, into which nothing may be written.
type Answering = { _httpMessage?: { headersSent: boolean } | null };

/** Refuses invalid HTTP, and heads that are too long or too slow, then closes the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex & Answering): void {
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

export const TIMES = {
  // Longer than usual idle timeouts of load balancers, so that we never close a connection that
  // they are about to use.
  keep_alive_ms: 75_000,
  // Slow senders only cost a connection and memory.
  headers_ms: 15_000,
  request_ms: 60_000,
};

// Only Next's development scripts need upgrades. Offers like `Upgrade: h2c` are answered in
// HTTP/1.1.
function isForNext({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket" && (url ?? "").startsWith("/_next/");
}

function passOnTo(socketPath: string) {
  return (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const app = connect(socketPath);
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let index = 0; index < request.rawHeaders.length; index += 2)
      lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
    app.write(`${lines.join("\r\n")}\r\n\r\n`);
    app.write(head);
    client.pipe(app).pipe(client);
    for (const [end, other] of [[client, app] as const, [app, client] as const]) {
      end.on("error", () => other.destroy());
      end.once("close", () => other.destroy());
    }
  };
}

/** @param socketPath of the app, for Next's development scripts; null in production */
export function createHttpServer(socketPath: string | null): Server {
  const server = createServer({
    keepAliveTimeout: TIMES.keep_alive_ms,
    headersTimeout: TIMES.headers_ms,
    requestTimeout: TIMES.request_ms,
    // Avoids a stream for requests without a body.
    optimizeEmptyRequests: true,
    shouldUpgradeCallback: socketPath ? isForNext : () => false,
  });
  if (socketPath) server.on("upgrade", passOnTo(socketPath));
  return server.on("clientError", refuseUnreadable);
}
