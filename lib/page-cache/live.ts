import type { IncomingMessage, ServerResponse } from "node:http";
import { isDatabaseLost } from "#db/index.ts";
import { networkOf } from "#lib/auth/addresses.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { AppError } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import { openAsCaller } from "#lib/public-page/caller.ts";
import { type RequestScope, requestScope } from "#lib/request-scope.ts";

const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = 3_000;
const MAX_UNSENT_BYTES = 16_384;
const RETRY_AFTER_S = "30";

const CHANGE = "event: change\ndata: {}\n\n";
const HEADERS = { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store", "X-Accel-Buffering": "no" };

export type Limits = {
  /** Open connections of all clients. */
  all: number;
  /** Of one client; many people can share an address. Whoever gets none looks for changes once a minute. */
  client: number;
};

/** Who listens; `recheck` where not everybody may: whether they still may, asked now and then. */
type Listener = { response: ServerResponse; recheck: (() => Promise<unknown>) | null };

function statusOf(error: unknown): number {
  if (error instanceof AppError) return error.code === "forbidden" ? 403 : 404;
  return 503;
}

/** The open connections of `GET /live`: server-sent events by which open pages learn that they have changed. */
export class Live {
  readonly #limits: Limits;
  readonly #open = new Map<number, Set<Listener>>();
  readonly #clients = new Map<string, number>();
  readonly #heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  #count = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Opens a connection for a visitor that the page's gate lets in. */
  async join(request: IncomingMessage, response: ServerResponse, page: string, scope: RequestScope): Promise<void> {
    const { request_id } = scope;
    response.setHeader("X-Request-Id", request_id);
    if (request.method !== "GET") return void response.writeHead(405, { Allow: "GET" }).end();
    const refusal = this.#take(networkOf(scope.address ?? ""), response);
    if (refusal) return void response.writeHead(refusal, { "Retry-After": RETRY_AFTER_S }).end();
    const { cookie, authorization } = request.headers;
    const enter = () =>
      requestScope.run(scope, () => openAsCaller({ cookie, authorization }, (ctx) => authorize(ctx, "page.visit", { subdomain: page })));
    try {
      const { status_page_id, restricted } = await enter();
      if (!response.destroyed) this.#add(status_page_id, { response, recheck: restricted ? enter : null });
    } catch (error) {
      const status = statusOf(error);
      if (status === 503 && !isDatabaseLost(error)) log().error({ err: error, request_id }, "live updates failed");
      response.writeHead(status, status === 503 ? { "Retry-After": "2" } : {}).end();
    }
  }

  /** Tells everybody who looks at the page. */
  changed(statusPageId: number): void {
    for (const { response } of this.#open.get(statusPageId) ?? []) this.#send(response, CHANGE);
  }

  /** Tells them, and lets go of them: those who still may come back by themselves. */
  withdrawn(statusPageId: number): void {
    this.changed(statusPageId);
    for (const { response } of this.#open.get(statusPageId) ?? []) response.end();
  }

  /** Anything may have changed. */
  changedAll(): void {
    this.#sendAll(CHANGE);
  }

  /** Finds connections that are dead, and ends those of people who may no longer see their page. */
  beat(): void {
    this.#sendAll(":\n\n");
    for (const listeners of this.#open.values()) {
      for (const { response, recheck } of listeners) recheck?.().catch((error) => error instanceof AppError && response.end());
    }
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const listeners of this.#open.values()) for (const { response } of listeners) response.end();
  }

  /** Counts a connection until it closes. @returns the status to refuse it with, when there are too many */
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
      if (listeners.size === 0 && this.#open.get(statusPageId) === listeners) this.#open.delete(statusPageId);
    });
    response.writeHead(200, HEADERS);
    response.write(`retry: ${RECONNECT_MS}\n\n`);
  }

  #sendAll(text: string): void {
    for (const listeners of this.#open.values()) for (const { response } of listeners) this.#send(response, text);
  }

  #send(response: ServerResponse, text: string): void {
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
    else if (!response.writableEnded) response.write(text);
  }
}
