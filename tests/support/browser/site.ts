import { createServer } from "node:http";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

/** Somebody else's site: one document, on an origin of its own. */
export class Site {
  readonly #server;
  html = "";
  /** Its content security policy, if it has one. */
  policy = "";

  constructor() {
    this.#server = createServer((_, response) => {
      const policy = this.policy && { "content-security-policy": this.policy };
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...policy });
      response.end(this.html);
    });
  }

  async open(): Promise<string> {
    return `http://127.0.0.1:${await listenHere(this.#server)}/`;
  }

  close(): Promise<void> {
    return shut(this.#server);
  }
}
