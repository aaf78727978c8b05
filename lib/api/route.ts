import type { Trx } from "#db/index.ts";
import { answering, type Endpoint, type RouteHandler } from "#lib/api/endpoint.ts";
import { errorResponse } from "#lib/api/errors.ts";
import { lockRecord } from "#lib/api/queries.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { namesEtag } from "#lib/platform/http/protocol.ts";

const RECORD_CHANGED =
  "The record has changed since you read it. Read it again, then send your change.";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
export type Endpoints = { [M in Method]?: Endpoint };

/**
 * Runs the write only while the record matches `If-Match`, checked in the transaction that changes
 * it. A record without a read of its own has no tag that could match.
 */
function withIfMatch(write: Endpoint, read: Endpoint | undefined): Endpoint {
  const { declaration, run } = write;
  const handle: RouteHandler = (request, segment) => {
    const expected = request.headers.get("if-match");
    if (!expected) return write(request, segment);
    return answering(request, declaration.access, (ctx) => {
      const precondition = async (trx: Trx) => {
        await lockRecord(trx, new URL(request.url).pathname);
        const current = await read?.run({ ...ctx, db: trx }, new Request(request.url), segment);
        if (namesEtag(expected, current?.headers.get("etag") ?? "*")) return;
        throw new AppError("precondition_failed", RECORD_CHANGED);
      };
      return run({ ...ctx, precondition }, request, segment);
    });
  };
  return Object.assign(handle, { declaration, run });
}

// Other sites may read public answers, or use a key; not what a visitor's address unlocks.
function withCors(handle: RouteHandler): RouteHandler {
  return async (request, segment) => {
    const response = await handle(request, segment);
    const restricted = requestScope.getStore()?.restricted;
    if (restricted) response.headers.set("cache-control", "private, no-store");
    const byAddress = restricted && !request.headers.has("authorization");
    if (!byAddress) {
      response.headers.set("access-control-allow-origin", "*");
      response.headers.set("access-control-expose-headers", "ETag");
    }
    return response;
  };
}

function preflight(allow: string, isPublic: boolean): RouteHandler {
  const cors = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "*",
  };
  return async () => new Response(null, { status: 204, headers: { allow, ...(isPublic && cors) } });
}

export type Route = Record<Method | "OPTIONS", RouteHandler> & { endpoints: Endpoints };

/** The operations of a path; other methods answer 405 with `Allow`. */
export function route(endpoints: Endpoints): Route {
  const methods = METHODS.filter((method) => endpoints[method]);
  const allow = [...methods, ...(endpoints.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refuse: RouteHandler = async () => {
    const response = errorResponse(new AppError("method_not_allowed", "Method not allowed"), "");
    response.headers.set("allow", allow);
    return response;
  };
  const isPublic = endpoints.GET?.declaration.access === "public";
  const handlers = METHODS.map((method): [Method, RouteHandler] => {
    const endpoint = endpoints[method];
    if (!endpoint) return [method, refuse];
    if (method === "GET") return [method, isPublic ? withCors(endpoint) : endpoint];
    return [method, method === "POST" ? endpoint : withIfMatch(endpoint, endpoints.GET)];
  });
  const byMethod = Object.fromEntries(handlers) as Record<Method, RouteHandler>;
  return { ...byMethod, OPTIONS: preflight(allow, isPublic), endpoints };
}
