import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyTooLarge } from "#lib/api/body.ts";
import type { Requester } from "#lib/core/request/request-scope.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { MAX_BODY_BYTES } from "#lib/platform/http/protocol.ts";

export type BodyLimits = {
  /** Bytes of all bodies under way, of those of one tenant's clients, of one client's. */
  all: number;
  tenant: number;
  client: number;
  /** Bytes that a client has room for whatever the others hold. */
  assured: number;
  /** How long a body may take. */
  ms: number;
};

// What a piece costs beyond its bytes: a body can come in pieces of one byte.
const PIECE_BYTES = 256;

/**
 * Reads request bodies into memory, where each byte counts from its arrival to the end of the
 * answer: for its client and for all together.
 */
export class Bodies {
  readonly #limits: BodyLimits;
  readonly #clients = new Map<string, number>();
  readonly #tenants = new Map<string, number>();
  #held = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Bytes that all bodies hold. */
  get held(): number {
    return this.#held;
  }

  /**
   * The whole body. What comes after a refusal is read and thrown away, so that the client gets to
   * read the answer.
   * @param max_bytes of this one
   * @throws {AppError} `too_large`; `rate_limited`: the bodies of this client, or of its tenant,
   *   take too much room; `unavailable`: all bodies do; `too_slow`. And when the client leaves.
   */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    requester: Requester,
    max_bytes = MAX_BODY_BYTES,
  ): Promise<Buffer> {
    const tooLarge = bodyTooLarge(max_bytes);
    if (Number(request.headers["content-length"] ?? 0) > max_bytes) throw tooLarge;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const pieces: Buffer[] = [];
    let [size, held] = [0, 0];
    const keep = (piece: Buffer) => {
      size += piece.byteLength;
      if (size > max_bytes) return reject(tooLarge);
      const refusal = this.#take(requester, piece.byteLength + PIECE_BYTES);
      if (refusal) return reject(refusal);
      held += piece.byteLength + PIECE_BYTES;
      pieces.push(piece);
    };
    response.once("close", () => this.#add(requester, -held));
    const slow = new AppError("too_slow", "The body took too long");
    const timer = setTimeout(reject, this.#limits.ms, slow);
    request.on("data", keep);
    request.once("end", () => resolve(Buffer.concat(pieces, size)));
    request.once("error", reject);
    request.once("close", () => reject(new Error("The client left")));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      request.off("data", keep).resume();
    }
  }

  #take({ client, tenant }: Requester, bytes: number): AppError | null {
    const own = (this.#clients.get(client) ?? 0) + bytes;
    const together = (this.#tenants.get(tenant) ?? 0) + bytes;
    const { all, assured } = this.#limits;
    if (own > this.#limits.client || (own > assured && together > this.#limits.tenant))
      return new AppError("rate_limited", "You have too many large requests in progress");
    if (own > assured && this.#held + bytes > all)
      return new AppError("unavailable", "Too many large requests at once");
    this.#add({ client, tenant }, bytes);
    return null;
  }

  #add({ client, tenant }: Requester, bytes: number): void {
    this.#held += bytes;
    for (const [held, name] of [
      [this.#clients, client],
      [this.#tenants, tenant],
    ] as const) {
      const now = (held.get(name) ?? 0) + bytes;
      if (now > 0) held.set(name, now);
      else held.delete(name);
    }
  }
}
