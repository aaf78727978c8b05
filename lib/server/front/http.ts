import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { refuseUnreadable } from "#lib/server/front/unreadable.ts";

export const TIMES = {
  // Longer than the idle timeout of usual load balancers, so that it is never we who close a
  // connection they are about to use.
  keep_alive_ms: 75_000,
  // A slower sender only occupies a connection and memory.
  headers_ms: 15_000,
  request_ms: 60_000,
};

// Clients merely offer others (`Upgrade: h2c`) and are answered in HTTP/1.1. In development the
// scripts of Next need one; in production it would keep whatever it gets.
function isForNext({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket" && (url ?? "").startsWith("/_next/");
}

/** Hands a connection over to the app as it is. */
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

/** @param socketPath where the app takes connections of Next's scripts; null in production */
export function createHttpServer(socketPath: string | null): Server {
  const server = createServer({
    keepAliveTimeout: TIMES.keep_alive_ms,
    headersTimeout: TIMES.headers_ms,
    requestTimeout: TIMES.request_ms,
    // What has no body need not be a stream that ends.
    optimizeEmptyRequests: true,
    shouldUpgradeCallback: socketPath ? isForNext : () => false,
  });
  if (socketPath) server.on("upgrade", passOnTo(socketPath));
  return server.on("clientError", refuseUnreadable);
}
