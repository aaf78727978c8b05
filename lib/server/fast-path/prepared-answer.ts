import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Place } from "#lib/core/routes/place.ts";
import { now } from "#lib/platform/clock.ts";
import { namesEtag } from "#lib/platform/http/protocol.ts";
import { type Answer, complete } from "#lib/server/cache/variants.ts";
import type { PlainHead } from "#lib/server/fast-path/plain-head.ts";
import { countAnswer } from "#lib/server/front/front.ts";
import { TIMES } from "#lib/server/front/http.ts";
import { cacheStatus, countServed } from "#lib/server/front/public-pages.ts";
import { requestId } from "#lib/server/front/request-log.ts";

/** Common to answers with one copy; `more` and `security` hold names and values in turn. */
type Shared = {
  place: Place;
  status: number;
  how: string;
  more: readonly string[];
  security: readonly string[];
};

const SECOND_MS = 1_000;
const CONNECTION = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${TIMES.keep_alive_ms / SECOND_MS}\r\n\r\n`;
/** The longest request id, and more than the longest status line. */
const MAX_PREFIX_BYTES = 256;

let date = "";
let date_until = 0;

/** The `Date` header of this second. */
function dateNow(): string {
  const present = performance.now();
  if (present >= date_until) {
    const time = now();
    date = time.toUTCString();
    date_until = present + SECOND_MS - time.getMilliseconds();
  }
  return date;
}

/** A head as node:http writes it, in parts around the request id and the date. */
class Head {
  readonly before: string;
  readonly between: string;

  constructor(status: number, headers: string[], { how, more, security }: Shared) {
    const once = { request_id: "", how: cacheStatus(how), more: [...more, ...security] };
    const all = complete(headers, once);
    const lines = all.flatMap((name, index) =>
      index % 2 === 0 && index > 0 ? [`\r\n${name}: ${all[index + 1]}`] : [],
    );
    this.before = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-Id: `;
    this.between = `${lines.join("")}\r\nDate: `;
  }

  with(request_id: string): string {
    return this.before + request_id + this.between + dateNow() + CONNECTION;
  }
}

/**
 * An answer as bytes, of which each response changes only the request id and the date. They are
 * changed in place unless a socket still has to send them.
 */
export class PreparedAnswer {
  readonly shared: Shared;
  readonly #etag: string;
  readonly #whole: Head;
  readonly #unchanged: Head;
  readonly #bytes: Buffer;
  readonly #body: Buffer;
  readonly #date_at: number;
  #sent: Buffer;
  #id_length = -1;
  #date = "";
  #sending: Socket | null = null;

  constructor(answer: Answer, shared: Shared) {
    const { body } = answer;
    this.shared = shared;
    this.#etag = answer.etag;
    this.#whole = new Head(shared.status, answer.headers, shared);
    this.#unchanged = new Head(304, answer.unchanged, shared);
    const { between } = this.#whole;
    const after = between + dateNow() + CONNECTION;
    this.#bytes = Buffer.allocUnsafeSlow(MAX_PREFIX_BYTES + after.length + body.length);
    this.#bytes.write(after, MAX_PREFIX_BYTES, "latin1");
    this.#body = this.#bytes.subarray(MAX_PREFIX_BYTES + after.length);
    this.#body.set(body);
    this.#date_at = MAX_PREFIX_BYTES + between.length;
    this.#sent = this.#bytes;
  }

  /** The same bytes as the answer's body, which need not be kept twice. */
  get body(): Buffer {
    return this.#body;
  }

  /** @param socket without anything unsent */
  send(socket: Socket, { isHead, headers }: PlainHead): void {
    const { place, status, how } = this.shared;
    const { etags } = headers;
    const request_id = requestId(headers.request_id);
    const isUnchanged = etags !== "" && status === 200 && namesEtag(etags, this.#etag);
    countServed(place, how);
    countAnswer(place.kind, isUnchanged ? 304 : status);
    if (isUnchanged) socket.write(this.#unchanged.with(request_id), "latin1");
    else if (isHead) socket.write(this.#whole.with(request_id), "latin1");
    else this.#sendWhole(socket, request_id);
  }

  #sendWhole(socket: Socket, request_id: string): void {
    const { writableLength = 0, destroyed = true } = this.#sending ?? {};
    if (writableLength > 0 && !destroyed) {
      socket.cork();
      socket.write(this.#whole.with(request_id), "latin1");
      socket.write(this.#body);
      socket.uncork();
      return;
    }
    this.#fill(request_id);
    socket.write(this.#sent);
    this.#sending = socket.writableLength > 0 ? socket : null;
  }

  #fill(request_id: string): void {
    const present = dateNow();
    const id_at = MAX_PREFIX_BYTES - request_id.length;
    if (request_id.length !== this.#id_length) {
      const { before } = this.#whole;
      this.#id_length = request_id.length;
      this.#sent = this.#bytes.subarray(id_at - before.length);
      this.#sent.write(before, "latin1");
    }
    this.#bytes.write(request_id, id_at, "latin1");
    if (present === this.#date) return;
    this.#date = present;
    this.#bytes.write(present, this.#date_at, "latin1");
  }
}
