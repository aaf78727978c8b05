import type { Server as HttpServer } from "node:http";
import { createServer, type ListenOptions, type Server, type Socket } from "node:net";
import {
  createServer as createTlsServer,
  type SecureContext,
  type TLSSocket,
  type Server as TlsServer,
} from "node:tls";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import type { KeyedCertificate } from "#lib/domains/host-directory/copies.ts";
import { type Hosts, normalName } from "#lib/domains/host-directory/hosts.ts";
import { listen } from "#lib/server/supervisor/http.ts";
import { type Contexts, secure, securedBy, TLS_OPTIONS } from "#lib/server/tls/contexts.ts";
import type { Http2 } from "#lib/server/tls/http2.ts";

/** Handshakes in progress; each costs memory and processor time. */
const MAX_HANDSHAKES = { all: 2_000, client: 200 };

class Handshakes {
  readonly #clients = new Map<string, number>();
  #count = 0;

  /** @returns null at the limit, else a function to call after the handshake */
  begin({ remoteAddress = "" }: Socket): (() => void) | null {
    const client = networkOf(remoteAddress);
    const own = this.#clients.get(client) ?? 0;
    if (this.#count >= MAX_HANDSHAKES.all || own >= MAX_HANDSHAKES.client) return null;
    this.#count += 1;
    this.#clients.set(client, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count -= 1;
      const left = (this.#clients.get(client) ?? 1) - 1;
      if (left > 0) this.#clients.set(client, left);
      else this.#clients.delete(client);
    };
  }
}

const HANDSHAKE_MS = 10_000;
const CHALLENGE = "acme-tls/1";
const PROTOCOLS = ["h2", "http/1.1"];

/** Identifies the raw connection of a TLS socket. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

type Parts = { hosts: Hosts; contexts: Contexts; http1: HttpServer; http2: Http2 };

export class TlsListener {
  readonly #parts: Parts;
  readonly #listener: Server;
  readonly #tls: TlsServer;
  readonly #handshakes = new Handshakes();
  readonly #pending = new Map<string, () => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tls = createTlsServer({
      ...TLS_OPTIONS,
      handshakeTimeout: HANDSHAKE_MS,
      SNICallback: (name, done) => this.#present(name, done),
      ALPNCallback: ({ servername, protocols }) => this.#choose(servername, protocols),
    });
    this.#tls.on("secureConnection", (socket) => this.#handOn(socket));
    // Failed handshakes are common and not worth a log line.
    this.#tls.on("tlsClientError", (_error, socket) => socket.destroy());
    this.#listener = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  /** The certificate for clients that name no host. */
  setDefault({ chain, key }: KeyedCertificate, tickets: Buffer): void {
    this.#tls.setSecureContext({ ...TLS_OPTIONS, cert: chain, key });
    this.#tls.setTicketKeys(tickets);
  }

  setTickets(tickets: Buffer): void {
    this.#tls.setTicketKeys(tickets);
  }

  /** @throws when the port is taken or not allowed */
  async listen(where: ListenOptions): Promise<void> {
    await listen(this.#listener, where);
  }

  close(): void {
    this.#listener.close();
  }

  #accept(socket: Socket): void {
    const end = this.#handshakes.begin(socket);
    if (!end) return void socket.destroy();
    const peer = peerOf(socket);
    const over = () => {
      this.#pending.delete(peer);
      end();
    };
    this.#pending.set(peer, over);
    socket.once("close", over);
    this.#tls.emit("connection", socket);
  }

  #present(servername: string, done: (error: Error | null, context?: SecureContext) => void): void {
    const presented = this.#parts.contexts.find(servername);
    if (!(presented instanceof Promise)) return void done(null, presented?.context);
    presented.then(
      (ready) => done(null, ready?.context),
      (error) => done(error),
    );
  }

  /** Speaks `acme-tls/1` only where a challenge is pending, and nothing else there. */
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
    this.#pending.get(peerOf(socket))?.();
    if (socket.alpnProtocol === CHALLENGE) return void socket.end();
    const { servername } = socket as { servername?: string | false };
    const how = securedBy(servername ?? null, contexts.presented(servername || null));
    if (socket.alpnProtocol === "h2") return void http2.serve(socket, how);
    secure(socket, how);
    http1.emit("connection", socket);
  }
}
