import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_BODY_BYTES } from "#lib/api/body.ts";
import { type Endpoints, type Route, route } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";
import type { Handler } from "#lib/page-cache/capture.ts";

/** A step of a path: what follows a fixed word, and what follows any word, under the name of its parameter. */
type Step = { words: Map<string, Step>; any?: { name: string; step: Step }; route?: Route };

function step(): Step {
  return { words: new Map() };
}

function add(root: Step, path: string, found: Route): void {
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
  at.route = found;
}

type Match = { route: Route; params: Record<string, string> };

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
  return at.route ? { route: at.route, params } : null;
}

function find(root: Step, prefix: string, path: string): Match | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  try {
    return match(root, path.slice(prefix.length));
  } catch {
    return null; // a path that is no UTF-8
  }
}

/** A target without the slashes of its path that say nothing: doubled ones, and one at the end. */
function withoutIdleSlashes(target: string): string {
  return target.replace(/^[^?]*/, (path) => path.replace(/\/+(?=\/|$)/g, ""));
}

/** The body, as far as it may reach; what comes after that is read and thrown away, so that the client gets to read the answer. */
function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size - chunk.byteLength <= MAX_BODY_BYTES) chunks.push(chunk);
    if (size > MAX_BODY_BYTES) resolve(Buffer.concat(chunks));
  });
  request.once("end", () => resolve(Buffer.concat(chunks)));
  request.once("error", reject);
  return promise;
}

async function webRequest(request: IncomingMessage, target: string): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value));
  const method = request.method === "HEAD" ? "GET" : request.method;
  const url = env().APP_URL + target;
  if (method === "GET" || method === "OPTIONS") return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: new Uint8Array(await bodyOf(request)) });
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = answer.body === null ? null : Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(answer.headers);
  if (body) headers["content-length"] = String(body.byteLength);
  response.writeHead(answer.status, headers);
  response.end(request.method === "HEAD" ? undefined : (body ?? undefined));
}

/**
 * Calls the route handlers of the table without the detour over Next's router, which costs more than all the rest of a call; what is not
 * in the table is for `others`.
 */
export function dispatcher(routes: Record<string, Endpoints>, prefix: string, others: Handler): Handler {
  const root = step();
  for (const [path, endpoints] of Object.entries(routes)) add(root, path, route(endpoints));
  return async (request, response) => {
    const target = withoutIdleSlashes(request.url ?? "");
    const [path = ""] = target.split("?");
    const found = find(root, prefix, path);
    const method = (request.method === "HEAD" ? "GET" : request.method) as keyof Route;
    const handle = found?.route[method];
    if (!found || typeof handle !== "function") return others(request, response);
    await send(await handle(await webRequest(request, target), { params: Promise.resolve(found.params) }), request, response);
  };
}
