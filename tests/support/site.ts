import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
