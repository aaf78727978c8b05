import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { ListenOptions } from "node:net";
import { Copies } from "#lib/domains/host-directory/copies.ts";
import type { HostMessage, Hosts } from "#lib/domains/host-directory/hosts.ts";
import { env } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import { sendToParent } from "#lib/server/ipc/messages.ts";
import { Contexts, HostWaiter } from "#lib/server/tls/contexts.ts";
import { Http2 } from "#lib/server/tls/http2.ts";
import { TlsListener } from "#lib/server/tls/listener.ts";

export class Tls {
  readonly #hosts: Hosts;
  readonly #waiter: HostWaiter;
  readonly #contexts: Contexts;
  readonly #http2: Http2;
  readonly #listener: TlsListener;
  /** Resolves once the default certificate is known. */
  readonly #hasDefault = Promise.withResolvers<void>();
  #tickets = Buffer.alloc(0);
  #fallback: string | null = null;

  /** @param http1 server for HTTP/1.1; `handle` answers HTTP/2 */
  constructor(
    hosts: Hosts,
    http1: Server,
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    this.#hosts = hosts;
    this.#waiter = new HostWaiter(hosts, (name) => sendToParent({ kind: "host_requested", name }));
    this.#contexts = new Contexts(hosts, this.#waiter);
    this.#http2 = new Http2(handle);
    const parts = { hosts, contexts: this.#contexts, http1, http2: this.#http2 };
    this.#listener = new TlsListener(parts);
  }

  apply(message: HostMessage): void {
    if (message.kind === "keys") {
      const key = Buffer.from(message.copies, "base64");
      this.#contexts.readFrom(new Copies(env().DATA_DIR, key));
      this.#tickets = Buffer.from(message.tickets, "base64");
      this.#listener.setTickets(this.#tickets);
      return;
    }
    this.#waiter.apply(message);
    void this.#followFallback().then(() => {
      if (message.complete || this.#fallback !== null) this.#hasDefault.resolve();
    });
  }

  /** Listens once the default certificate is known. @throws when the port is taken */
  async listen(where: ListenOptions): Promise<void> {
    await this.#hasDefault.promise;
    await this.#listener.listen(where);
  }

  /** Completes answers of HTTP/2. */
  async close(): Promise<void> {
    this.#listener.close();
    await this.#http2.close();
  }

  async #followFallback(): Promise<void> {
    const { fallback } = this.#hosts;
    if (fallback === null || fallback === this.#fallback) return;
    this.#fallback = fallback;
    try {
      const certificate = await this.#contexts.read(fallback);
      if (certificate) this.#listener.setDefault(certificate, this.#tickets);
    } catch (error) {
      log().error({ err: error }, "reading the default certificate failed");
    }
  }
}
