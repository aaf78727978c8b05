import type { IncomingMessage, ServerResponse } from "node:http";
import { type Budget, type RateLimit, setHeaders } from "#lib/api/rate-limit.ts";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import type { RequestScope } from "#lib/core/request/request-scope.ts";
import type { Place } from "#lib/core/routes/place.ts";
import type { Hosts } from "#lib/domains/host-directory/hosts.ts";
import { env } from "#lib/platform/config/env.ts";
import { SAFE_METHODS } from "#lib/platform/http/protocol.ts";
import { log } from "#lib/platform/log.ts";
import { Counter } from "#lib/platform/metrics.ts";
import type { Live } from "#lib/server/cache/live.ts";
import { withoutSuffixes } from "#lib/server/cache/variants.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import { type Call, callOf, clientAddress } from "#lib/server/front/call.ts";
import type { Drop } from "#lib/server/front/drop.ts";
import { AppLost } from "#lib/server/front/exchange.ts";
import {
  answerAllowed,
  answerDraining,
  answerHealth,
  answerReadiness,
} from "#lib/server/front/health.ts";
import { answerPreflight, isForeign, isForeignForm } from "#lib/server/front/origin.ts";
import { isForVisitors, type PublicPages } from "#lib/server/front/public-pages.ts";
import { relay } from "#lib/server/front/relay.ts";
import { logRequest, requestId } from "#lib/server/front/request-log.ts";
import { answerAfter, type RequestPacer } from "#lib/server/front/request-pacer.ts";
import type { Tenants } from "#lib/server/front/tenants.ts";
import type { Transport } from "#lib/server/front/transport.ts";
import type { Ask } from "#lib/server/ipc/headers.ts";
import { busy, fail, refuse, refuseMethod } from "#lib/server/supervisor/refuse.ts";
import { securityOf } from "#lib/server/tls/contexts.ts";

type Parts = {
  apps: Apps;
  pages: PublicPages;
  live: Live;
  limit: RateLimit;
  tenants: Tenants;
  transport: Transport;
  hosts: Hosts;
  drop: Drop;
  pacer: RequestPacer | null;
};

type Work = () => void | Promise<void>;

const requests = new Counter("allclear_requests_total", "Requests by kind and outcome", [
  "kind",
  "outcome",
]);
const OUTCOMES = ["aborted", "1xx", "2xx", "3xx", "4xx", "5xx"];

/** @param status 0: aborted */
export function countAnswer(kind: Place["kind"] | "invalid", status: number): void {
  requests.add(kind, OUTCOMES[Math.floor(status / 100)]);
}

function countResponse(
  kind: Place["kind"] | "invalid",
  { headersSent, statusCode }: ServerResponse,
): void {
  countAnswer(kind, headersSent ? statusCode : 0);
}

const SECURITY = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "strict-origin-when-cross-origin"],
  ...["X-Frame-Options", "DENY"],
];
const UNTRUSTED = [
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-for",
  "forwarded",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const LATER = { "Retry-After": "5" };
const READ_ONLY = ["asset", "well_known", "tls_allowed"];

function methodsOf({ kind, route }: Place): readonly string[] {
  if (kind === "page" && route) return route.methods;
  return READ_ONLY.includes(kind) ? SAFE_METHODS : METHODS;
}

/** Compressed answers have ETags of their own; the app knows the plain ones. */
function restoreEtags({ headers }: IncomingMessage): void {
  if (headers["if-match"]) headers["if-match"] = withoutSuffixes(headers["if-match"]);
  if (headers["if-none-match"])
    headers["if-none-match"] = withoutSuffixes(headers["if-none-match"]);
}

function refuseMore({ response, place, request_id }: Call, { headers, reset_s }: Budget): void {
  setHeaders(response, headers);
  const cors = place.route !== null && { "Access-Control-Allow-Origin": "*" };
  const more = { "Retry-After": `${reset_s}`, ...cors };
  refuse(response, 429, "Too many requests", request_id, more);
}

/** Everything between node:http and the app: health, live updates, rate limits, the page cache. */
export class Front {
  readonly #parts: Parts;
  readonly #hops = env().TRUST_PROXY;
  #isDraining = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends each connection with its next answer. */
  drain(): void {
    this.#isDraining = true;
  }

  // A cached page is sent without a single promise: this is the path that matters in an outage.
  handle(request: IncomingMessage, response: ServerResponse): void {
    const request_id = requestId(request.headers["x-request-id"]);
    if (this.#isDraining) response.shouldKeepAlive = false;
    try {
      const work = this.#remaining(request, response, request_id);
      if (work) this.#paced(work, request, response, request_id);
    } catch (error) {
      fail(error, response, request_id);
    }
  }

  /** @returns the remaining work; null: already answered */
  #remaining(request: IncomingMessage, response: ServerResponse, request_id: string): Work | null {
    const call = callOf(request, response, request_id);
    const work = call
      ? this.#remainingOf(call)
      : () => refuse(response, 400, "Bad request", request_id);
    const kind = call?.place.kind ?? "invalid";
    if (work) response.once("close", () => countResponse(kind, response));
    else countResponse(kind, response);
    return work;
  }

  #remainingOf(call: Call): Work | null {
    const { request, response, request_id } = call;
    const { apps, pages, transport } = this.#parts;
    const refusal = transport.redirectOrRefusal(call);
    if (refusal) return refusal;
    call.security = transport.security(call);
    const { kind, route } = call.place;
    const methods = methodsOf(call.place);
    if (!methods.includes(request.method ?? ""))
      return () => refuseMethod(response, methods, request_id);
    if (request.method === "OPTIONS" && kind === "page" && route?.kind === "data")
      answerPreflight(response, methods, request_id);
    else if (kind === "health") answerHealth(response, request_id);
    else if (kind === "readiness" && this.#isDraining) answerDraining(response, request_id);
    else if (kind === "readiness") answerReadiness(call, apps);
    else if (!isForVisitors(call.place) || !pages.showReady(call)) return () => this.answer(call);
    return null;
  }

  #paced(work: Work, request: IncomingMessage, response: ServerResponse, request_id: string): void {
    const { pacer } = this.#parts;
    const client = networkOf(this.#address(request) ?? "");
    const wait_ms = pacer === null ? 0 : pacer.take(client, performance.now());
    const begin = () => void Promise.try(work).catch((error) => fail(error, response, request_id));
    if (wait_ms === null) refuse(response, 429, "Too many requests", request_id, LATER);
    else answerAfter(wait_ms, response, begin);
  }

  /** Answers a request for which no copy is ready. */
  async answer(call: Call): Promise<void> {
    const { request, response, place, request_id } = call;
    const { live, pages } = this.#parts;
    switch (place.kind) {
      case "page":
        return this.#page(call);
      case "api":
        return this.#api(call);
      case "live":
        return live.join(request, response, place.page ?? "", this.#scope(call));
      case "asset":
        return (await pages.showAsset(call))
          ? undefined
          : this.#passOn("file", call, this.#scope(call));
      case "well_known":
        return this.#wellKnown(call);
      case "tls_allowed":
        return answerAllowed(call, this.#parts.hosts);
      case "app":
        return this.#application(call);
      case "nowhere":
        return refuse(response, 404, "Not found", request_id);
    }
  }

  async #api(call: Call): Promise<void> {
    const { request, response, place } = call;
    const { limit, pages } = this.#parts;
    const scope = this.#scope(call);
    const budget = limit.take(request.headers.authorization, scope, response);
    if (budget.exceeded) return refuseMore(call, budget);
    if (place.route && pages.mayShare(request))
      return pages.show(call, scope.address, budget.headers);
    setHeaders(response, budget.headers);
    restoreEtags(request);
    return this.#passOn("call", call, scope);
  }

  async #wellKnown(call: Call): Promise<void> {
    const scope = this.#scope(call);
    const budget = this.#parts.limit.take(undefined, scope, call.response);
    return budget.exceeded ? refuseMore(call, budget) : this.#passOn("well_known", call, scope);
  }

  async #application(call: Call): Promise<void> {
    if (isForeign(call.request)) return this.#refuseForeign(call);
    return this.#screen("screen", call);
  }

  async #screen(ask: "screen" | "form", call: Call): Promise<void> {
    const { request, response, search, request_id } = call;
    try {
      await this.#passOn(ask, call, this.#scope(call));
    } catch (error) {
      if (!(error instanceof AppLost) || response.headersSent) throw error;
      busy(response, search, request.headers["accept-language"], request_id);
    }
  }

  #refuseForeign({ request, response, request_id }: Call): void {
    const { origin } = request.headers;
    log().warn(
      { request_id, origin, address: this.#address(request) },
      "request from another origin",
    );
    refuse(response, 403, "Requests of other sites are refused", request_id);
  }

  async #page(call: Call): Promise<void> {
    const { request, place } = call;
    if (place.route?.kind !== "form") return this.#parts.pages.show(call, this.#address(request));
    if (isForeignForm(request, place.route)) return this.#refuseForeign(call);
    return this.#screen("form", call);
  }

  #passOn(ask: Ask, call: Call, scope: RequestScope): Promise<void> {
    const { request, response, path, request_id } = call;
    logRequest(request, response, { request_id, address: scope.address, path });
    setHeaders(response, ["X-Request-Id", request_id, ...SECURITY]);
    setHeaders(response, call.security);
    if (this.#hops === 0) for (const name of UNTRUSTED) delete request.headers[name];
    if (securityOf(request)) request.headers["x-forwarded-proto"] ??= "https";
    const learn = () => {
      if (
        SAFE_METHODS.includes(request.method ?? "") &&
        request.headers.authorization === undefined
      )
        this.#parts.tenants.learn({ page: call.place.page, path }, scope.tenant);
    };
    return relay(this.#parts, ask, request, response, scope).then(learn);
  }

  #scope({ request, request_id, place, path }: Call): RequestScope {
    const tenant = this.#parts.tenants.of({ page: place.page, path });
    return { request_id, address: this.#address(request), ...(tenant && { tenant }) };
  }

  #address(request: IncomingMessage): string | null {
    return clientAddress(request, this.#hops);
  }
}
