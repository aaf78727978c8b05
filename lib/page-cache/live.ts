import type { IncomingMessage, ServerResponse } from "node:http";
import { database, isDatabaseLost } from "#db/index.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { AppError } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = 3_000;
const MAX_OPEN = 10_000;
const MAX_UNSENT_BYTES = 16_384;

const CHANGE = "event: change\ndata: {}\n\n";
const HEADERS = { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store", "X-Accel-Buffering": "no" };

export type Listener = { page: string; address: string | null; request_id: string };

function statusOf(error: unknown): number {
  if (error instanceof AppError) return error.code === "forbidden" ? 403 : 404;
  return 503;
}

/** The open connections of `GET /live`: server-sent events by which open pages learn that they have changed. */
export class Live {
  readonly #open = new Map<number, Set<ServerResponse>>();
  readonly #heartbeat = setInterval(() => this.#sendAll(":\n\n"), HEARTBEAT_MS).unref();
  #count = 0;

  /** Opens a connection for a visitor that the page's gate lets in. */
  async join(request: IncomingMessage, response: ServerResponse, { page, address, request_id }: Listener): Promise<void> {
    response.setHeader("X-Request-Id", request_id);
    if (request.method !== "GET") return void response.writeHead(405, { Allow: "GET" }).end();
    if (this.#count >= MAX_OPEN) return void response.writeHead(503, { "Retry-After": "30" }).end();
    try {
      const ctx = { db: database(), actor: { kind: "visitor" as const }, address, request_id };
      const grant = await authorize(ctx, "page.visit", { subdomain: page });
      if (!response.destroyed) this.#add(grant.status_page_id, response);
    } catch (error) {
      const status = statusOf(error);
      if (status === 503 && !isDatabaseLost(error)) log().error({ err: error, request_id }, "live updates failed");
      response.writeHead(status, status === 503 ? { "Retry-After": "2" } : {}).end();
    }
  }

  /** Tells everybody who looks at the page. */
  changed(statusPageId: number): void {
    for (const response of this.#open.get(statusPageId) ?? []) this.#send(response, CHANGE);
  }

  /** Anything may have changed. */
  changedAll(): void {
    this.#sendAll(CHANGE);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const listeners of this.#open.values()) for (const response of listeners) response.end();
  }

  #add(statusPageId: number, response: ServerResponse): void {
    const listeners = this.#open.get(statusPageId) ?? new Set();
    this.#open.set(statusPageId, listeners.add(response));
    this.#count += 1;
    response.once("close", () => {
      this.#count -= 1;
      listeners.delete(response);
      if (listeners.size === 0 && this.#open.get(statusPageId) === listeners) this.#open.delete(statusPageId);
    });
    response.writeHead(200, HEADERS);
    response.write(`retry: ${RECONNECT_MS}\n\n`);
  }

  #sendAll(text: string): void {
    for (const listeners of this.#open.values()) for (const response of listeners) this.#send(response, text);
  }

  #send(response: ServerResponse, text: string): void {
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
    else response.write(text);
  }
}
