import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { knownPlace, type Place, placeOf } from "#lib/core/routes/place.ts";
import type { Answer } from "#lib/server/cache/variants.ts";
import { type Answered, Connection } from "#lib/server/fast-path/connection.ts";
import { type PlainHead, plainHead } from "#lib/server/fast-path/plain-head.ts";
import { PreparedAnswer } from "#lib/server/fast-path/prepared-answer.ts";
import { SingleRequest } from "#lib/server/fast-path/single-request.ts";
import { TIMES } from "#lib/server/front/http.ts";
import { isForVisitors, type PublicPages, type Ready } from "#lib/server/front/public-pages.ts";
import { outsideSecurity } from "#lib/server/front/transport.ts";

const SWEEP_MS = 1_000;
/** node:http waits as much longer than it promises. */
const GRACE_MS = 1_000;
const NOTHING: readonly string[] = [];

class RequestTimeout extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}

/**
 * Answers plain requests for ready copies on the socket, with one write of prepared bytes, which
 * takes about two thirds of node:http's processor time. A request is plain if it is GET or HEAD in
 * HTTP/1.1 with one valid host, announces no body and no other protocol, keeps the connection,
 * arrived whole with at most 8 KiB and 64 headers, and has no folded, repeated or invalid line.
 *
 * node:http stays the reference. A single plain request without a ready copy is given to it as a
 * connection of its own, and the socket goes on here after the response. At the first request that
 * is different it takes over the connection for good, with all bytes of it. So node:http never
 * begins or ends within a request, and none can be understood in two ways.
 */
export class FastPath {
  readonly #server: Server;
  readonly #pages: PublicPages;
  readonly #open = new Set<Connection>();
  readonly #prepared = new WeakMap<Answer, PreparedAnswer>();
  readonly #sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  readonly #parts: ConstructorParameters<typeof Connection>[2];
  #present_ms = performance.now();
  #isDraining = false;

  /** @param server for plain connections, whose own listeners take over what is not plain */
  constructor(server: Server, pages: PublicPages) {
    this.#server = server;
    this.#pages = pages;
    const own = server.listeners("connection") as ((socket: Socket) => void)[];
    this.#parts = {
      find: (text) => (this.#isDraining ? null : this.#findOrNull(text)),
      takeOver: (socket) => {
        for (const listener of own) listener.call(server, socket);
      },
      leave: (connection) => this.#open.delete(connection),
    };
    server.removeAllListeners("connection").on("connection", (socket) => {
      this.#open.add(new Connection(socket, this.#present_ms, this.#parts));
    });
    server.on("request", (request, response) => {
      const socket: Duplex = request.socket;
      if (socket instanceof SingleRequest) socket.follow(request, response);
    });
  }

  /** Leaves all further requests to node:http, which ends connections with its answers. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Ends idle connections after what they have to send; node:http ends the others. */
  close(): void {
    clearInterval(this.#sweeping);
    for (const connection of this.#open) connection.finish();
  }

  #findOrNull(text: string): Answered[] | null {
    try {
      return this.#findAll(text);
    } catch {
      // Fails again in the front, which answers and logs errors.
      return null;
    }
  }

  #findAll(text: string): Answered[] | null {
    const answers: Answered[] = [];
    for (let at = 0; at < text.length; ) {
      const head = plainHead(text, at);
      const answer = head && this.#find(head);
      if (!head || !answer) return null;
      answers.push({ head, answer });
      at = head.end;
    }
    return answers;
  }

  #find({ path, search, headers }: PlainHead): PreparedAnswer | undefined {
    const known = this.#placeOf(headers.host, path);
    const place = known?.markdown && headers.prefersMarkdown ? known.markdown : known;
    if (!place || !isForVisitors(place)) return undefined;
    const ready = this.#pages.ready(place, path, search, headers.language);
    if (!ready || ready.variants.entity.moved !== undefined) return undefined;
    const answer = ready.variants.ready(headers.encoding);
    return answer && this.#preparedOf(answer, ready, place);
  }

  /** Only pages' places are remembered; those of assets are found again. */
  #placeOf(host: string, path: string): Place | undefined {
    return knownPlace(host, path) ?? (this.#pages.hasAsset(path) ? placeOf(host, path) : undefined);
  }

  #preparedOf(answer: Answer, { variants, status, how, more }: Ready, place: Place) {
    const known = this.#prepared.get(answer);
    if (known?.shared.how === how && known.shared.more === more) return known;
    const security = place.kind === "asset" ? NOTHING : outsideSecurity(place.host);
    const prepared = new PreparedAnswer(answer, { place, status, how, more, security });
    // Keeps the bytes of a body once.
    if (variants.entity.body === answer.body) variants.entity.body = prepared.body;
    answer.body = prepared.body;
    this.#prepared.set(answer, prepared);
    return prepared;
  }

  #sweep(): void {
    this.#present_ms = performance.now();
    for (const connection of this.#open) this.#endIfIdle(connection);
  }

  #endIfIdle(connection: Connection): void {
    const { socket, isFresh } = connection;
    if (connection.takeActivity()) connection.idle_since = this.#present_ms;
    const idle_ms = this.#present_ms - connection.idle_since;
    if (isFresh && idle_ms >= TIMES.headers_ms) {
      connection.idle_since = this.#present_ms;
      this.#server.emit("clientError", new RequestTimeout(), socket);
    } else if (!isFresh && idle_ms >= TIMES.keep_alive_ms + GRACE_MS) socket.destroy();
  }
}
