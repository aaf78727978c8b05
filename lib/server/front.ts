import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_BODY_BYTES } from "#lib/api/body.ts";
import { type RateLimit, setHeaders } from "#lib/api/rate-limit.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import type { Handler } from "#lib/page-cache/capture.ts";
import type { Live } from "#lib/page-cache/live.ts";
import { withoutSuffixes } from "#lib/page-cache/variants.ts";
import { type RequestScope, requestScope } from "#lib/request-scope.ts";
import { type Call, callOf } from "#lib/server/call.ts";
import { clientAddress } from "#lib/server/client-address.ts";
import { answerHealth, answerReadiness, type Readiness } from "#lib/server/health.ts";
import type { PublicPages } from "#lib/server/public-pages.ts";
import { requestId } from "#lib/server/request-id.ts";
import { logRequest } from "#lib/server/request-log.ts";

type Parts = { next: Handler; pages: PublicPages; live: Live; limit: RateLimit; readiness: Readiness };

const SECURITY = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "strict-origin-when-cross-origin"],
  ...["X-Frame-Options", "DENY"],
];
const UNTRUSTED = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-forwarded-for", "forwarded"];
const NONE: readonly string[] = [];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

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
export class Front {
  readonly #parts: Parts;
  readonly #hops = env().TRUST_PROXY;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  // What most visitors get at the worst moment goes out without a single promise.
  handle(request: IncomingMessage, response: ServerResponse): void {
    const request_id = requestId(request.headers["x-request-id"]);
    const fail = (error: unknown) => {
      log().error({ err: error, request_id }, "request failed");
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "Internal server error", request_id);
    };
    try {
      const call = callOf(request, response, request_id);
      if (call === null) refuse(response, 400, "Bad request", request_id);
      else if (!METHODS.includes(request.method ?? "")) {
        refuse(response, 405, "Method not allowed", request_id, { Allow: METHODS.join(", ") });
      } else if (call.place.kind !== "page" || !this.#parts.pages.showReady(call, NONE)) this.#answer(call).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  async #answer(call: Call): Promise<void> {
    const { request, response, place, request_id } = call;
    const { live, pages, readiness } = this.#parts;
    switch (place.kind) {
      case "page":
        return this.#page(call);
      case "api":
        return this.#api(call);
      case "live":
        return live.join(request, response, place.page ?? "", this.#scope(call));
      case "asset":
        return (await pages.showAsset(call)) ? undefined : this.#passOn(call, this.#scope(call));
      case "health":
        return answerHealth(response, request_id);
      case "readiness":
        return answerReadiness(response, request_id, readiness);
      case "app":
        if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
          return refuse(response, 413, "The body is larger than 1 MiB", request_id);
        }
        return this.#passOn(call, this.#scope(call));
      case "nowhere":
        return refuse(response, 404, "Not found", request_id);
    }
  }

  async #api(call: Call): Promise<void> {
    const { request, response, place, request_id } = call;
    const { limit, pages } = this.#parts;
    const scope = this.#scope(call);
    const budget = await limit.take(request.headers.authorization, scope, response);
    if (budget.exceeded) {
      setHeaders(response, budget.headers);
      const cors = place.route !== null && { "Access-Control-Allow-Origin": "*" };
      return refuse(response, 429, "Too many requests", request_id, { "Retry-After": `${budget.reset_s}`, ...cors });
    }
    if (place.route && pages.mayShare(request)) return pages.show(call, scope.address, budget.headers);
    setHeaders(response, budget.headers);
    restoreEtags(request);
    return this.#passOn(call, scope);
  }

  async #page(call: Call): Promise<void> {
    const { pages } = this.#parts;
    delete call.request.headers["next-action"];
    if (!pages.canShow(call.request)) return this.#passOn(call, this.#scope(call));
    return pages.show(call, this.#address(call.request), NONE);
  }

  #passOn(call: Call, scope: RequestScope): Promise<void> {
    const { request, response, path, request_id } = call;
    logRequest(request, response, { request_id, address: scope.address, path });
    setHeaders(response, ["X-Request-Id", request_id, ...SECURITY]);
    if (this.#hops === 0) for (const name of UNTRUSTED) delete request.headers[name];
    return requestScope.run(scope, () => this.#parts.next(request, response));
  }

  #scope({ request, request_id }: Call): RequestScope {
    return { request_id, url: request.url, address: this.#address(request) };
  }

  #address(request: IncomingMessage): string | null {
    return clientAddress(request, this.#hops);
  }
}
