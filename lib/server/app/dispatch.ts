import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { errorResponse } from "#lib/api/errors.ts";
import { type Endpoints, type Route, route } from "#lib/api/route.ts";
import { type Requester, requesterOf, requestScope } from "#lib/core/request/request-scope.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { SAFE_METHODS } from "#lib/platform/http/protocol.ts";
import type { FairQueue, Slot } from "#lib/platform/limits/fair-queue.ts";
import { log } from "#lib/platform/log.ts";
import { tracing } from "#lib/platform/tracing.ts";
import type { Handler } from "#lib/server/app/capture.ts";
import type { Limits } from "#lib/server/app/concurrency-limits.ts";

type Leaf = { path: string; route: Route };

/** A node of the route tree: children by fixed word, and one child for a parameter. */
type Step = { words: Map<string, Step>; any?: { name: string; step: Step }; leaf?: Leaf };

function step(): Step {
  return { words: new Map() };
}

function add(root: Step, path: string, route: Route): void {
  let at = root;
  for (const part of path.split("/").slice(1)) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) {
      at.any ??= { name, step: step() };
      at = at.any.step;
    } else {
      const next = at.words.get(part) ?? step();
      at.words.set(part, next);
      at = next;
    }
  }
  at.leaf = { path, route };
}

type Match = Leaf & { params: Record<string, string> };

function match(root: Step, path: string): Match | null {
  const params: Record<string, string> = {};
  let at = root;
  for (const part of path.split("/").slice(1).map(decodeURIComponent)) {
    const fixed = at.words.get(part);
    if (fixed) at = fixed;
    else if (at.any && part !== "") {
      params[at.any.name] = part;
      at = at.any.step;
    } else return null;
  }
  return at.leaf ? { ...at.leaf, params } : null;
}

function find(root: Step, prefix: string, path: string): Match | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  try {
    return match(root, path.slice(prefix.length));
  } catch {
    return null; // a path that is no UTF-8
  }
}

const LARGE_BODY = 262_144;

type Read = () => Promise<Buffer>;
type Handle = { answer: (request: Request) => Promise<Response>; max_bytes: number | undefined };

function bodyOf(read: Read): ReadableStream<Uint8Array> {
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const body = await read();
      if (body.byteLength > 0) controller.enqueue(body);
      controller.close();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

function webRequest(request: IncomingMessage, read: Read): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  const method = request.method === "HEAD" ? "GET" : request.method;
  const url = env().APP_URL + request.url;
  if (method === "GET" || method === "OPTIONS") return new Request(url, { method, headers });
  const init = { method, headers, body: bodyOf(read), duplex: "half" };
  return new Request(url, init);
}

async function* inSlots(
  body: NonNullable<Response["body"]>,
  files: FairQueue,
  requester: Requester,
  response: ServerResponse,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const slot = await acquireSlot(files, requester, response);
      const { value, done } = await reader.read().finally(slot.end);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/**
 * Sends a file while it is made. An error breaks the connection, so that no client takes it for
 * complete.
 */
async function sendFile(
  answer: Response,
  body: NonNullable<Response["body"]>,
  request: IncomingMessage,
  response: ServerResponse,
  files: FairQueue,
): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (request.method === "HEAD") {
    await body.cancel();
    response.end();
    return;
  }
  await pipeline(inSlots(body, files, currentRequester(), response), response).catch((error) => {
    if (!response.destroyed) response.destroy();
    log().warn({ err: error }, "a file was not sent completely");
  });
}

async function send(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
  { files }: Limits,
): Promise<void> {
  if (answer.headers.has("content-disposition") && answer.body)
    return sendFile(answer, answer.body, request, response, files);
  const body = answer.body === null ? null : Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(answer.headers);
  if (body) headers["content-length"] = String(body.byteLength);
  response.writeHead(answer.status, headers);
  response.end(request.method === "HEAD" ? undefined : (body ?? undefined));
}

function currentRequester(): Requester {
  return requesterOf(requestScope.getStore());
}

/**
 * @throws {AppError} `unavailable`: the slot did not come in time. A client that leaves gives up
 * its place.
 */
async function acquireSlot(
  queue: FairQueue,
  { client, tenant }: Requester,
  response: ServerResponse,
): Promise<Slot> {
  const slot = queue.take(client, tenant);
  const leave = () => slot?.end();
  response.once("close", leave);
  const isAcquired = await slot?.acquired;
  response.off("close", leave);
  if (slot && isAcquired) return slot;
  throw new AppError("unavailable", "Too many calls at once");
}

/**
 * Handles a call in its client's slot, which is free for others while the body is read. Calls with
 * much text need a second, large slot. Lock order is large before normal, so requests cannot
 * deadlock.
 */
async function inSlot(
  request: IncomingMessage,
  response: ServerResponse,
  { calls, large, bodies }: Limits,
  { answer, max_bytes }: Handle,
): Promise<Response | null> {
  const scope = requestScope.getStore();
  let slot: Slot | undefined;
  let largeSlot: Slot | undefined;
  const enter = async () => {
    slot = await acquireSlot(calls, currentRequester(), response);
  };
  const enterLarge = async () => {
    slot?.end();
    largeSlot = await acquireSlot(large, currentRequester(), response);
    await enter();
  };
  const read = async () => {
    slot?.end();
    const reader = scope?.key_accepted ? bodies.known : bodies.strangers;
    const body = await reader.read(request, response, currentRequester(), max_bytes);
    const isLarge = max_bytes === undefined && body.byteLength > LARGE_BODY;
    await (isLarge ? enterLarge() : enter());
    return body;
  };
  let pending: Promise<void> | undefined;
  // The front limits what it caches for everybody; no URL is noted for that.
  if (scope?.url !== undefined && SAFE_METHODS.includes(request.method ?? ""))
    scope.acquireLargeSlot = () => {
      pending ??= enterLarge();
      return pending;
    };
  try {
    await enter();
    return response.destroyed ? null : await answer(webRequest(request, read));
  } catch (error) {
    return errorResponse(error, scope?.request_id ?? "");
  } finally {
    // Rendering while a file is sent has no slot any more.
    if (scope) delete scope.acquireLargeSlot;
    slot?.end();
    largeSlot?.end();
  }
}

/**
 * Calls route handlers directly: Next's router costs more than the rest of a call. Other paths go
 * to `others`.
 */
export function dispatcher(
  routes: Record<string, Endpoints>,
  prefix: string,
  others: Handler,
  limits: Limits,
): Handler {
  const root = step();
  for (const [path, endpoints] of Object.entries(routes)) add(root, path, route(endpoints));
  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const matched = find(root, prefix, path);
    const method = (request.method === "HEAD" ? "GET" : request.method) as keyof Route;
    const handle = matched?.route[method];
    if (!matched || typeof handle !== "function") return others(request, response);
    tracing.nameRoute?.(prefix + matched.path);
    const params = Promise.resolve(matched.params);
    const scope = requestScope.getStore();
    if (scope && env().FRONTS === 1 && env().APPS === 1) scope.changes = [];
    const answer = await inSlot(request, response, limits, {
      answer: (webRequest) => handle(webRequest, { params }),
      max_bytes: matched.route.endpoints[method as keyof Endpoints]?.declaration.upload?.max_bytes,
    });
    if (answer) await send(answer, request, response, limits);
  };
}
