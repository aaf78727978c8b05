import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createTcpServer, type Server } from "node:net";
import { type Certificate, certify } from "#tests/support/data/certificates.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

/** A server of this machine that services can be checked at. */
export class Target {
  /** What was asked for: `HEAD /`. */
  readonly asked: string[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  port = 0;
  readonly #server: Server;
  readonly #scheme: string;

  private constructor(server: Server, scheme: string) {
    this.#server = server;
    this.#scheme = scheme;
  }

  static async #listen(server: Server, scheme: string): Promise<Target> {
    const target = new Target(server, scheme);
    server.on("request", (request: IncomingMessage) => {
      target.asked.push(`${request.method} ${request.url}`);
      target.headers.push(request.headers);
    });
    target.port = await listenHere(server);
    return target;
  }

  static http(listener: RequestListener): Promise<Target> {
    return Target.#listen(createServer(listener), "http");
  }

  static https({ cert, keyPem: key }: Certificate, listener: RequestListener): Promise<Target> {
    return Target.#listen(createSecureServer({ cert, key }, listener), "https");
  }

  /** One that says nothing to whoever connects, or hangs up. */
  static tcp(isReset = false): Promise<Target> {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      if (isReset) socket.resetAndDestroy();
    });
    return Target.#listen(server, "tcp");
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    return shut(this.#server);
  }
}

/** Answers with a body that never ends. */
export function endless(_: IncomingMessage, response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, "x");
  const pour = () => {
    while (response.write(chunk));
  };
  response.on("drain", pour).on("error", () => {});
  pour();
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** Certificates of this machine as they should not be, and the one whose signature counts. */
export function certificates() {
  const authority = certify({ host: "authority.test" });
  const [host, by] = ["127.0.0.1", authority];
  const past = { from: new Date(Date.now() - YEAR_MS), to: new Date(Date.now() - DAY_MS) };
  return {
    authority,
    good: certify({ host, by }),
    expired: certify({ host, by, ...past }),
    wrong_host: certify({ host: "other.test", by }),
    self_signed: certify({ host }),
    unknown: certify({ host, by: certify({ host: "stranger.test" }) }),
  };
}
