import type { IncomingMessage, ServerResponse } from "node:http";
import {
  constants,
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Stream,
  type ServerHttp2Session,
} from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { TIMES } from "#lib/server/front/http.ts";
import { requestId } from "#lib/server/front/request-log.ts";
import { refuse } from "#lib/server/supervisor/refuse.ts";
import { type Secured, secure } from "#lib/server/tls/contexts.ts";

const MAX_STREAMS = 100;
const MAX_HEAD_BYTES = 16_384;
const FINISH_MS = 10_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Bounds the memory of an endless request. */
function limitBody({ stream }: Http2ServerRequest): void {
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), TIMES.request_ms);
  stream.once("end", () => clearTimeout(timer));
  stream.once("close", () => clearTimeout(timer));
}

/** Node enforces the limit only after the client has confirmed it. */
function isTooLong({ rawHeaders }: Http2ServerRequest): boolean {
  let length = 0;
  for (const text of rawHeaders) length += text.length;
  return length > MAX_HEAD_BYTES;
}

/** A request with two different hosts counts as naming two. */
function nameHost({ headers }: Http2ServerRequest): void {
  const { host, ":authority": authority } = headers;
  if (authority === undefined) return;
  headers.host = host === undefined || host === authority ? authority : `${host}, ${authority}`;
}

type Session = { how: Secured; open: Set<Http2Stream> };

/** HTTP/2 on accepted connections, with the requests and answers of HTTP/1.1. */
export class Http2 {
  readonly #server: Http2Server;
  readonly #handle: Handle;
  readonly #sessions = new Map<ServerHttp2Session, Session>();

  constructor(handle: Handle) {
    this.#handle = handle;
    this.#server = createServer({
      settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEAD_BYTES },
    });
    this.#server.on("request", (request, response) => this.#take(request, response));
  }

  serve(socket: TLSSocket, how: Secured): void {
    this.#server.once("session", (session) => this.#keep(session, how));
    this.#server.emit("connection", socket);
  }

  /** Waits at most 10 s for requests under way. */
  async close(): Promise<void> {
    const closing = [...this.#sessions.keys()].map(
      (session) => new Promise<void>((resolve) => session.close(resolve)),
    );
    await Promise.race([Promise.all(closing), sleep(FINISH_MS, undefined, { ref: false })]);
    for (const session of this.#sessions.keys()) session.destroy();
  }

  #keep(session: ServerHttp2Session, how: Secured): void {
    const open = new Set<Http2Stream>();
    this.#sessions.set(session, { how, open });
    session.once("close", () => this.#sessions.delete(session));
    session.setTimeout(TIMES.keep_alive_ms, () => {
      if (open.size === 0) session.close();
      else if ([...open].some((stream) => stream.writableLength > 0)) session.destroy();
    });
  }

  #take(request: Http2ServerRequest, response: Http2ServerResponse): void {
    const { stream } = request;
    const session = this.#sessions.get(stream.session as ServerHttp2Session);
    if (!session) return void stream.close(constants.NGHTTP2_REFUSED_STREAM);
    session.open.add(stream);
    stream.once("close", () => session.open.delete(stream));
    secure(request, session.how);
    nameHost(request);
    limitBody(request);
    // Node made the two compatible in everything that we use.
    const [asked, answer] = [request as unknown, response as unknown];
    if (isTooLong(request))
      refuse(
        answer as ServerResponse,
        431,
        "Request Header Fields Too Large",
        requestId(undefined),
      );
    else this.#handle(asked as IncomingMessage, answer as ServerResponse);
  }
}
