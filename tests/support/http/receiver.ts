import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

/** `at`: when it came, in ms since 1970. */
type Received = {
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
};

/** What a receiver answers: a status, or whatever the function does. */
export type Answer = number | ((response: ServerResponse) => void);

/** An HTTP server of this machine that keeps what it is sent. */
export class Receiver {
  readonly received: Received[] = [];
  /** Connections that were made, whether a request came or not. */
  connections = 0;
  answer: Answer = 204;
  port = 0;
  private readonly arrivals = new EventEmitter();
  private readonly server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    this.received.push({ at: Date.now(), method, path, headers, body: await text(request) });
    this.arrivals.emit("request");
    if (typeof this.answer === "number") response.writeHead(this.answer).end();
    else this.answer(response);
  }).on("connection", () => {
    this.connections += 1;
  });

  static async open(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.port = await listenHere(receiver.server, port);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Waits until that many requests have come. @returns the last one of them */
  async nth(count: number): Promise<Received> {
    while (this.received.length < count) await once(this.arrivals, "request");
    return this.received[count - 1] as Received;
  }

  /** Breaks off what is not answered. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  close(): Promise<void> {
    return shut(this.server);
  }
}
