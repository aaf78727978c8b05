import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import type { RequestScope } from "#lib/core/request/request-scope.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import type { Drop } from "#lib/server/front/drop.ts";
import { Exchange } from "#lib/server/front/exchange.ts";
import {
  type Ask,
  askHeaders,
  changesIn,
  HEADER,
  isInternal,
  tenantIn,
} from "#lib/server/ipc/headers.ts";

const HOP_BY_HOP = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** HTTP/2 pseudo-headers begin with a colon. */
function isOnward(name: string): boolean {
  return !HOP_BY_HOP.has(name) && !isInternal(name) && !name.startsWith(":");
}

function onward(headers: IncomingHttpHeaders): string[] {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && isOnward(name)) list.push(name, String(value));
  return list;
}

function back(raw: readonly Buffer[]): string[] {
  const list: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]?.toString("latin1") ?? "";
    const value = raw[index + 1]?.toString("latin1") ?? "";
    const lower = name.toLowerCase();
    const ends = lower === "connection" && value === "close";
    if (ends || (!HOP_BY_HOP.has(lower) && !isInternal(lower))) list.push(name, value);
  }
  return list;
}

class Relay extends Exchange {
  readonly #response: ServerResponse;
  readonly #scope: RequestScope;
  readonly #drop: Drop;
  readonly #done = Promise.withResolvers<void>();

  constructor(response: ServerResponse, scope: RequestScope, drop: Drop) {
    super();
    this.#response = response;
    this.#scope = scope;
    this.#drop = drop;
    response.once("close", () => {
      if (!response.writableFinished) this.giveUp(new Error("The client left"));
    });
    response.on("drain", () => this.resume());
  }

  get done(): Promise<void> {
    return this.#done.promise;
  }

  protected begin(status: number, headers: IncomingHttpHeaders, raw: Buffer[]): void {
    this.#scope.key_accepted = headers[HEADER.key] !== undefined;
    this.#scope.tenant = tenantIn(headers);
    for (const change of changesIn(headers)) this.#drop(change);
    this.#response.writeHead(status, back(raw));
  }

  protected add(chunk: Buffer): void {
    if (!this.#response.write(chunk)) this.pause();
  }

  protected end(): void {
    this.#response.end();
    this.#done.resolve();
  }

  protected fail(error: Error): void {
    this.#done.reject(error);
  }
}

function hasBody(request: IncomingMessage): boolean {
  const { method, headers, httpVersionMajor } = request;
  if (method === "GET" || method === "HEAD") return false;
  if (httpVersionMajor === 2) return !request.readableEnded;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Discards the rest of a body after an early answer, so that the client can read the answer. */
function bodyOf(request: IncomingMessage): Readable | null {
  if (!hasBody(request)) return null;
  const body = new PassThrough();
  request.pipe(body);
  const giveUp = () => body.destroy(new Error("The client left"));
  // HTTP/2 ends the stream of an aborted request as if it were complete.
  request.once("aborted", giveUp);
  request.once("close", () => {
    if (!request.complete) giveUp();
  });
  body.once("close", () => request.resume());
  body.on("error", () => {});
  return body;
}

/**
 * Relays a request and its answer.
 * @throws {AppLost} when there is no answer
 */
export function relay(
  { apps, drop }: { apps: Apps; drop: Drop },
  ask: Ask,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  const exchange = new Relay(response, scope, drop);
  const { method = "GET", url: path = "/" } = request;
  const headers = [...onward(request.headers), ...askHeaders(ask, scope)];
  apps.send({ path, method, headers, body: bodyOf(request) }, exchange, "long");
  return exchange.done;
}
