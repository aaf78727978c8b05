import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyTooLarge } from "#lib/api/body.ts";
import type { Requester } from "#lib/core/request/request-scope.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { MAX_BODY_BYTES } from "#lib/platform/http/protocol.ts";
import { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { RENDERS, TIMES } from "#lib/server/supervisor/render-limits.ts";

export type BodyLimits = {
  /** Bytes of all bodies, of one tenant's, of one client's. */
  all: number;
  tenant: number;
  client: number;
  /** Bytes that a client may always use. */
  guaranteed: number;
  ms: number;
};

// Overhead per piece: a body can arrive in pieces of one byte.
const PIECE_BYTES = 256;

/** Reads request bodies into memory and counts their bytes until the answer ends. */
export class Bodies {
  readonly #limits: BodyLimits;
  readonly #clients = new Map<string, number>();
  readonly #tenants = new Map<string, number>();
  #held = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  get held(): number {
    return this.#held;
  }

  /**
   * Reads a whole body. After a refusal the rest is discarded, so that the client can read the
   * answer.
   * @throws {AppError} `too_large`; `rate_limited` for this client or tenant; `unavailable`: all
   * bodies; `too_slow`; or when the client leaves
   */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    requester: Requester,
    max_bytes = MAX_BODY_BYTES,
  ): Promise<Buffer> {
    const declared_bytes = Number(request.headers["content-length"] ?? 0);
    if (declared_bytes > max_bytes) throw bodyTooLarge(max_bytes);
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const pieces: Buffer[] = [];
    let [size, held] = [0, 0];
    const keep = (piece: Buffer) => {
      size += piece.byteLength;
      if (size > max_bytes) return reject(bodyTooLarge(max_bytes));
      const refusal = this.#reserve(requester, piece.byteLength + PIECE_BYTES);
      if (refusal) return reject(refusal);
      held += piece.byteLength + PIECE_BYTES;
      pieces.push(piece);
    };
    response.once("close", () => this.#add(requester, -held));
    const timer = setTimeout(() => {
      reject(new AppError("too_slow", "The body took too long"));
    }, this.#limits.ms);
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

  #reserve({ client, tenant }: Requester, bytes: number): AppError | null {
    const own = (this.#clients.get(client) ?? 0) + bytes;
    const together = (this.#tenants.get(tenant) ?? 0) + bytes;
    const { all, guaranteed } = this.#limits;
    if (own > this.#limits.client || (own > guaranteed && together > this.#limits.tenant))
      return new AppError("rate_limited", "You have too many large requests in progress");
    if (own > guaranteed && this.#held + bytes > all)
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

const KIB = 1_024;
const MIB = 1_024 * KIB;

export type Limits = {
  renders: FairQueue;
  calls: FairQueue;
  large: FairQueue;
  files: FairQueue;
  /** Request bodies with a key or session, and all others. */
  bodies: { known: Bodies; strangers: Bodies };
};

// One key may send a hundred calls at once.
const WAITING = { all_waiting: 4_000, tenant_waiting: 2_000, client_waiting: 500 };
// Longer than a statement may take: one tenant's slow calls never hold all connections.
const TENANT_HOLD_MS = 20_000;
// Calls mostly wait for the database.
const CALLS = {
  ...{ all: 8, tenant: 4, client: 4 },
  ...{ ...WAITING, ...TIMES, tenant_hold_ms: TENANT_HOLD_MS },
};
// Processor-bound: after `hold_ms` a task is assumed to wait for something else and frees its slot.
const ONE_EACH = { all: 2, tenant: 1, client: 1 };
const LARGE = { ...ONE_EACH, ...WAITING, ...TIMES, hold_ms: 1_000 };
// A started download must not fail: later pieces wait as long as needed.
const FILES = { ...ONE_EACH, ...WAITING, ...TIMES, wait_ms: 60_000 };
const KNOWN = {
  ...{ all: 32 * MIB, tenant: 16 * MIB, client: 8 * MIB },
  ...{ guaranteed: 64 * KIB, ms: 30_000 },
};
const STRANGERS = {
  ...{ all: 8 * MIB, tenant: 8 * MIB, client: MIB + 64 * KIB },
  ...{ guaranteed: 16 * KIB, ms: 30_000 },
};

export function makeLimits(): Limits {
  return {
    renders: new FairQueue("renders", RENDERS),
    calls: new FairQueue("calls", CALLS),
    large: new FairQueue("large calls", LARGE),
    files: new FairQueue("files", FILES),
    bodies: { known: new Bodies(KNOWN), strangers: new Bodies(STRANGERS) },
  };
}
