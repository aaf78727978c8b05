import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { type RequestScope, requesterOf } from "#lib/core/request/request-scope.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { measure } from "#lib/platform/metrics.ts";

const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = 3_000;
/** Spreads those whom a stopping node lets go. */
const LEAVE_WITHIN_MS = 1_000;
const MAX_UNSENT_BYTES = 16_384;
/** From rendering to connecting on a slow line; must exceed `RECONNECT_MS`. */
const CONNECTS_MS = 15_000;
const MAX_REMEMBERED = 10_000;
const RETRY_AFTER_S = "30";

const CHANGE = "event: change\ndata: {}\n\n";
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
};

type Limits = {
  all: number;
  /**
   * Per client address, which many people may share. Pages without a connection poll once a minute.
   */
  client: number;
};

type Credentials = {
  cookie: string | undefined;
  authorization: string | undefined;
  host: string | undefined;
};

/**
 * Checks whether somebody may follow a page.
 * @param page as in its path under `/s/`
 * @throws {AppError} `forbidden`, `not_found`, `unavailable`
 */
export type Gate = (
  page: string,
  who: Credentials,
  scope: RequestScope,
) => Promise<{ status_page_id: number; restricted: boolean }>;

/** `recheck` is set on restricted pages: access is checked again from time to time. */
type Listener = { response: ServerResponse; recheck: (() => Promise<unknown>) | null };

function statusOf(error: unknown): number {
  const code = error instanceof AppError ? error.code : null;
  if (code === "forbidden") return 403;
  return code === "not_found" ? 404 : 503;
}

/** Connections of `GET /live`: server-sent events that tell open pages to refresh. */
export class Live {
  readonly #limits: Limits;
  readonly #queue: FairQueue;
  readonly #gate: Gate;
  readonly #open = new Map<number, Set<Listener>>();
  readonly #clients = new Map<string, number>();
  /** Recent changes: a page that connects now may have been rendered before. */
  readonly #changed = new LRUCache<number, true>({ max: MAX_REMEMBERED, ttl: CONNECTS_MS });
  readonly #heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  #count = 0;
  /** When changes of any page may have been missed, in ms. */
  #missed_at = Number.NEGATIVE_INFINITY;

  /** @param queue for pages whose access must be checked */
  constructor(limits: Limits, queue: FairQueue, gate: Gate) {
    this.#limits = limits;
    const help = "Open connections that wait for changes";
    measure({ name: "allclear_live_connections", help, type: "gauge" }, () => this.#count);
    this.#queue = queue;
    this.#gate = gate;
  }

  async join(
    request: IncomingMessage,
    response: ServerResponse,
    page: string,
    scope: RequestScope,
  ): Promise<void> {
    const { request_id } = scope;
    response.setHeader("X-Request-Id", request_id);
    if (request.method !== "GET") return void response.writeHead(405, { Allow: "GET" }).end();
    const { client, tenant } = requesterOf(scope);
    const refusal = this.#take(client, response);
    const slot = refusal ? null : this.#queue.take(client, tenant);
    if (!slot || !(await slot.acquired))
      return void response.writeHead(refusal ?? 503, { "Retry-After": RETRY_AFTER_S }).end();
    const { cookie, authorization, host } = request.headers;
    const enter = () => this.#gate(page, { cookie, authorization, host }, scope);
    try {
      const { status_page_id, restricted } = await enter().finally(slot.end);
      if (!response.destroyed)
        this.#add(status_page_id, { response, recheck: restricted ? enter : null });
    } catch (error) {
      const status = statusOf(error);
      response.writeHead(status, status === 503 ? { "Retry-After": "2" } : {}).end();
    }
  }

  changed(statusPageId: number): void {
    this.#changed.set(statusPageId, true);
    for (const { response } of this.#open.get(statusPageId) ?? []) this.#send(response, CHANGE);
  }

  /** Notifies and disconnects clients; those still allowed reconnect. */
  withdrawn(statusPageId: number): void {
    this.changed(statusPageId);
    for (const { response } of this.#open.get(statusPageId) ?? []) response.end();
  }

  changedAll(): void {
    this.#missed_at = performance.now();
    this.#sendAll(CHANGE);
  }

  beat(): void {
    this.#sendAll(":\n\n");
    for (const listeners of this.#open.values()) {
      for (const { response, recheck } of listeners)
        recheck?.().catch((error) => statusOf(error) !== 503 && response.end());
    }
  }

  /** Clients reconnect soon, to another node if there is one. */
  close(): void {
    clearInterval(this.#heartbeat);
    for (const listeners of this.#open.values())
      for (const { response } of listeners) {
        this.#send(response, `retry: ${Math.ceil(Math.random() * LEAVE_WITHIN_MS)}\n\n`);
        response.end();
      }
  }

  /**
   * Counts a connection until it closes.
   * @returns the status of a refusal, if there are too many
   */
  #take(client: string, response: ServerResponse): 429 | 503 | null {
    const own = this.#clients.get(client) ?? 0;
    if (own >= this.#limits.client) return 429;
    if (this.#count >= this.#limits.all) return 503;
    this.#count += 1;
    this.#clients.set(client, own + 1);
    response.once("close", () => {
      this.#count -= 1;
      const left = (this.#clients.get(client) ?? 1) - 1;
      if (left > 0) this.#clients.set(client, left);
      else this.#clients.delete(client);
    });
    return null;
  }

  #add(statusPageId: number, listener: Listener): void {
    const { response } = listener;
    const listeners = this.#open.get(statusPageId) ?? new Set();
    this.#open.set(statusPageId, listeners.add(listener));
    response.once("close", () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#open.get(statusPageId) === listeners)
        this.#open.delete(statusPageId);
    });
    response.writeHead(200, HEADERS);
    response.write(`retry: ${RECONNECT_MS}\n\n`);
    const isRecent = performance.now() < this.#missed_at + CONNECTS_MS;
    if (isRecent || this.#changed.has(statusPageId)) this.#send(response, CHANGE);
  }

  #sendAll(text: string): void {
    for (const listeners of this.#open.values())
      for (const { response } of listeners) this.#send(response, text);
  }

  #send(response: ServerResponse, text: string): void {
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
    else if (!response.writableEnded) response.write(text);
  }
}
