import type { Server as HttpServer } from "node:http";
import { createServer, type ListenOptions, type Server, type Socket } from "node:net";
import {
  createServer as createTlsServer,
  type SecureContext,
  type TLSSocket,
  type Server as TlsServer,
} from "node:tls";
import type { Keyed } from "#lib/domains/host-directory/copies.ts";
import { type Hosts, normalName } from "#lib/domains/host-directory/hosts.ts";
import { listen } from "#lib/server/supervisor/http.ts";
import { secure, securedBy } from "#lib/server/tls/connections.ts";
import { type Contexts, TERMS } from "#lib/server/tls/contexts.ts";
import { Handshakes } from "#lib/server/tls/handshakes.ts";
import type { Http2 } from "#lib/server/tls/http2.ts";

const HANDSHAKE_MS = 10_000;
const CHALLENGE = "acme-tls/1";
const PROTOCOLS = ["h2", "http/1.1"];

/** By which the connection that TLS is spoken on is known again. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

type Parts = { hosts: Hosts; contexts: Contexts; http1: HttpServer; http2: Http2 };

/** Takes connections of TLS, and hands them on to whoever speaks what they agreed on. */
export class TlsListener {
  readonly #parts: Parts;
  readonly #listener: Server;
  readonly #tls: TlsServer;
  readonly #handshakes = new Handshakes();
  readonly #begun = new Map<string, () => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tls = createTlsServer({
      ...TERMS,
      handshakeTimeout: HANDSHAKE_MS,
      SNICallback: (name, done) => this.#present(name, done),
      ALPNCallback: ({ servername, protocols }) => this.#choose(servername, protocols),
    });
    this.#tls.on("secureConnection", (socket) => this.#handOn(socket));
    // Who speaks no TLS, or only what is too old, or goes away, is no news.
    this.#tls.on("tlsClientError", (_error, socket) => socket.destroy());
    this.#listener = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  /** What to present to who names no host. */
  presentToOthers({ chain, key }: Keyed, tickets: Buffer): void {
    this.#tls.setSecureContext({ ...TERMS, cert: chain, key });
    this.#tls.setTicketKeys(tickets);
  }

  takeTickets(tickets: Buffer): void {
    this.#tls.setTicketKeys(tickets);
  }

  /** @throws when the port is taken or not allowed */
  async listen(where: ListenOptions): Promise<void> {
    await listen(this.#listener, where);
  }

  /** Accepts nothing more. */
  close(): void {
    this.#listener.close();
  }

  #accept(socket: Socket): void {
    const end = this.#handshakes.begin(socket);
    if (!end) return void socket.destroy();
    const peer = peerOf(socket);
    const over = () => {
      this.#begun.delete(peer);
      end();
    };
    this.#begun.set(peer, over);
    socket.once("close", over);
    this.#tls.emit("connection", socket);
  }

  #present(servername: string, done: (error: Error | null, context?: SecureContext) => void): void {
    const found = this.#parts.contexts.find(servername);
    if (!(found instanceof Promise)) return void done(null, found?.context);
    found.then(
      (ready) => done(null, ready?.context),
      (error) => done(error),
    );
  }

  /** What is only for certificate authorities is spoken where one is to look, and no certificate is. */
  #choose(servername: string, protocols: readonly string[]): string | undefined {
    const { hosts } = this.#parts;
    const name = normalName(servername);
    if (protocols.includes(CHALLENGE)) {
      const isAwaited = name && !hosts.certificateOf(name) && hosts.challengeOf(name);
      return isAwaited ? CHALLENGE : undefined;
    }
    return PROTOCOLS.find((protocol) => protocols.includes(protocol));
  }

  #handOn(socket: TLSSocket): void {
    const { contexts, http1, http2 } = this.#parts;
    this.#begun.get(peerOf(socket))?.();
    if (socket.alpnProtocol === CHALLENGE) return void socket.end();
    const { servername } = socket as { servername?: string | false };
    const how = securedBy(servername ?? null, contexts.presented(servername || null));
    if (socket.alpnProtocol === "h2") return void http2.serve(socket, how);
    secure(socket, how);
    http1.emit("connection", socket);
  }
}
