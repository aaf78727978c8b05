import type { IncomingMessage, ServerResponse } from "node:http";
import { type RateLimit, setHeaders } from "#lib/api/rate-limit.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import type { Handler } from "#lib/page-cache/capture.ts";
import type { Live } from "#lib/page-cache/live.ts";
import { type Place, placeOf } from "#lib/page-cache/place.ts";
import { type RequestScope, requestScope } from "#lib/page-cache/scope.ts";
import { withoutSuffixes } from "#lib/page-cache/variants.ts";
import { clientAddress } from "#lib/server/client-address.ts";
import { answerHealth, answerReadiness, type Readiness } from "#lib/server/health.ts";
import type { PublicPages } from "#lib/server/public-pages.ts";
import { requestId } from "#lib/server/request-id.ts";
import { logRequest } from "#lib/server/request-log.ts";

export type Parts = { next: Handler; pages: PublicPages; live: Live; limit: RateLimit; readiness: Readiness };

type Call = { request: IncomingMessage; response: ServerResponse; place: Place; path: string; search: string; request_id: string };

const SECURITY = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin", "X-Frame-Options": "DENY" };
const UNTRUSTED = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-forwarded-for", "forwarded"];

function refuse(response: ServerResponse, status: number, message: string, request_id: string, headers: Record<string, string> = {}): void {
  const body = JSON.stringify({ error: status, message });
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", "X-Request-Id": request_id, ...headers }).end(body);
}

/** Compressed answers have ETags of their own; Next knows those of the plain ones. */
function restoreEtags({ headers }: IncomingMessage): void {
  if (headers["if-match"]) headers["if-match"] = withoutSuffixes(headers["if-match"]);
  if (headers["if-none-match"]) headers["if-none-match"] = withoutSuffixes(headers["if-none-match"]);
}

/** Everything between node:http and Next: health, live updates, rate limits, the page cache. */
export function createFront({ next, pages, live, limit, readiness }: Parts) {
  const hops = env().TRUST_PROXY;

  const scopeOf = ({ request, request_id }: Call): RequestScope => ({ request_id, address: clientAddress(request, hops) });

  function passOn(call: Call, scope: RequestScope): Promise<void> {
    const { request, response, place, path, request_id } = call;
    logRequest(request, response, { request_id, address: scope.address, path });
    setHeaders(response, ["X-Request-Id", request_id]);
    for (const [name, value] of Object.entries(SECURITY)) response.setHeader(name, value);
    if (hops === 0) for (const name of UNTRUSTED) delete request.headers[name];
    request.headers["x-forwarded-host"] ??= place.host;
    return requestScope.run(scope, () => next(request, response));
  }

  async function api(call: Call): Promise<void> {
    const { request, response, place, path, search, request_id } = call;
    const scope = scopeOf(call);
    const budget = await limit.take(request.headers.authorization, scope, response);
    if (budget.exceeded) {
      setHeaders(response, budget.headers);
      refuse(response, 429, "Too many requests", request_id, { "Retry-After": `${budget.reset_s}` });
    } else if (place.route && pages.mayShare(request)) {
      await pages.show(request, response, { place, path, search, request_id, address: () => scope.address, first: budget.headers });
    } else {
      setHeaders(response, budget.headers);
      restoreEtags(request);
      await passOn(call, scope);
    }
  }

  async function onPage(call: Call): Promise<void> {
    const { request, response, place, path, search, request_id } = call;
    delete request.headers["next-action"];
    if (!pages.canShow(request)) return passOn(call, scopeOf(call));
    return pages.show(request, response, { place, path, search, request_id, address: () => clientAddress(request, hops), first: [] });
  }

  async function dispatch(call: Call): Promise<void> {
    const { request, response, place, path, request_id } = call;
    switch (place.kind) {
      case "page":
        return onPage(call);
      case "api":
        return api(call);
      case "live":
        return live.join(request, response, { page: place.page ?? "", request_id, address: clientAddress(request, hops) });
      case "asset":
        return (await pages.showAsset(request, response, path, request_id)) ? undefined : passOn(call, scopeOf(call));
      case "app":
        return passOn(call, scopeOf(call));
      case "nowhere":
        return refuse(response, 404, "Not found", request_id);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, request_id: string): Promise<void> {
    const url = request.url ?? "";
    if (!url.startsWith("/")) return refuse(response, 400, "Bad request", request_id);
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    if (path === "/healthz") return answerHealth(response);
    if (path === "/readyz") return answerReadiness(response, readiness);
    const place = placeOf(request.headers.host ?? "", path);
    return dispatch({ request, response, place, path, search: mark < 0 ? "" : url.slice(mark + 1), request_id });
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const request_id = requestId(request.headers["x-request-id"]);
    answer(request, response, request_id).catch((error) => {
      log().error({ err: error, request_id }, "request failed");
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "Internal server error", request_id);
    });
  };
}
