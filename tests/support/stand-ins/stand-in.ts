import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

export type Asked = {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
};

export type Reply = { status: number; headers?: Record<string, string>; body?: string | object };

/** How a provider answers, as its documentation says. */
export type Protocol = (asked: Asked) => Reply;

/** A provider of this machine: speaks its protocol, or what a test has it say next. */
export class StandIn {
  readonly asked: Asked[] = [];
  /** What it says to the next calls, in place of what its protocol says. */
  readonly next: (Reply | "hang" | "hang up")[] = [];
  /** Calls that it does as asked and never answers. */
  loses: (asked: Asked) => boolean = () => false;
  url = "";
  readonly #arrivals = new EventEmitter();
  readonly #server;

  private constructor(protocol: Protocol) {
    this.#arrivals.setMaxListeners(0);
    this.#server = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      const asked = { method, url: new URL(url, this.url), headers, body: await text(request) };
      const reply = this.next.shift() ?? protocol(asked);
      this.asked.push(asked);
      this.#arrivals.emit("asked");
      if (reply === "hang up") request.socket.destroy();
      if (typeof reply === "string" || this.loses(asked)) return;
      const isJson = typeof reply.body === "object";
      const type = isJson ? "application/json; charset=utf-8" : "text/plain; charset=utf-8";
      response.writeHead(reply.status, { "content-type": type, ...reply.headers });
      response.end(isJson ? JSON.stringify(reply.body) : reply.body);
    });
  }

  static async open(protocol: Protocol): Promise<StandIn> {
    const standIn = new StandIn(protocol);
    standIn.url = `http://127.0.0.1:${await listenHere(standIn.#server)}`;
    return standIn;
  }

  /** Waits until that many calls have come. @returns the last one of them */
  async nth(count: number): Promise<Asked> {
    while (this.asked.length < count) await once(this.#arrivals, "asked");
    return this.asked[count - 1] as Asked;
  }

  close(): Promise<void> {
    return shut(this.#server);
  }
}

/** The JSON of a call; undefined where it is none. */
export function jsonOf({ body }: Pick<Asked, "body">): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
