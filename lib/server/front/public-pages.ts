import type { IncomingMessage } from "node:http";
import { hasSession } from "#lib/core/access/session-cookie.ts";
import type { Refusal } from "#lib/core/request/request-scope.ts";
import { type Place, standIn } from "#lib/core/routes/place.ts";
import type { PublicRoute } from "#lib/core/routes/route.ts";
import { NO_DATA, NOTHING, SIGN_IN } from "#lib/core/routes/routes.ts";
import { Counter } from "#lib/platform/metrics.ts";
import type { CacheRequest, CacheResult, PageCache } from "#lib/server/cache/cache.ts";
import { CdnLifetimes } from "#lib/server/cache/cdn.ts";
import { asPrivate, privateEntity } from "#lib/server/cache/headers.ts";
import { keyOf, targetOf } from "#lib/server/cache/key.ts";
import { plainAnswer } from "#lib/server/cache/outcome.ts";
import { newAddress, sendMoved, serve, serveReady } from "#lib/server/cache/serve.ts";
import { type Once, Variants } from "#lib/server/cache/variants.ts";
import type { Assets } from "#lib/server/front/assets.ts";
import type { Call } from "#lib/server/front/call.ts";
import { logRequest } from "#lib/server/front/request-log.ts";
import type { Tenants } from "#lib/server/front/tenants.ts";

const PERSONAL = ["cookie", "authorization", "user-agent"] as const;

function personal({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    PERSONAL.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
  );
}

const NONE: readonly string[] = [];
const served = new Counter("allclear_page_cache_total", "Public answers by Cache-Status", [
  "status",
]);
const HIT = "allclear; hit";

export function countServed({ kind }: Pick<Place, "kind">, how: string): void {
  if (kind !== "asset") served.add(how);
}

export function cacheStatus(how: string): string {
  return how === "hit" ? HIT : `allclear; ${how}`;
}

function concat(some: readonly string[], others: readonly string[]): readonly string[] {
  if (others.length === 0) return some;
  return some.length === 0 ? others : [...some, ...others];
}

const PERSONAL_REFUSALS: readonly Refusal[] = ["restricted", "sign_in", "draft"];

/** Answered before limits and pacing, since a ready copy costs next to nothing. */
export function isForVisitors({ kind, route }: Place): boolean {
  return kind === "asset" || (kind === "page" && route?.status === 200);
}

/** The parts of an answer; `more` holds names and values in turn. */
export type Ready = { variants: Variants; status: number; how: string; more: readonly string[] };

/** The route differs from the requested one where a page stands in for another. */
type Resolved = { result: CacheResult; route: PublicRoute };

function insteadOf({ kind, cors }: PublicRoute, refusal: Refusal): PublicRoute | null {
  if (kind === "data" && cors && refusal === "nothing") return NO_DATA;
  if (kind !== "document") return null;
  if (refusal === "nothing") return NOTHING;
  return refusal === "sign_in" ? SIGN_IN : null;
}

function variantsOf({ result: { copy, outcome }, route }: Resolved): Variants {
  if (!copy) return new Variants(privateEntity(outcome, route));
  return route.before_gate ? new Variants(asPrivate(copy.variants.entity)) : copy.variants;
}

/** Answers public pages, feeds and reads from the page cache, or renders them for one visitor. */
export class PublicPages {
  readonly #cache: PageCache;
  readonly #assets: Assets | null;
  readonly #tenants: Tenants;
  readonly cdn: CdnLifetimes;

  /** @param assets null in development */
  constructor(cache: PageCache, assets: Assets | null, tenants: Tenants) {
    this.#cache = cache;
    this.#tenants = tenants;
    this.#assets = assets;
    this.cdn = new CdnLifetimes(cache.store);
  }

  mayShare({ method, headers: { authorization, cookie } }: IncomingMessage): boolean {
    const isRead = method === "GET" || method === "HEAD";
    return isRead && authorization === undefined && !hasSession(cookie);
  }

  hasAsset(path: string): boolean {
    return this.#assets?.ready(path) !== undefined;
  }

  /** A ready copy, which is the same for every visitor: restricted pages are never cached. */
  ready(
    place: Place,
    path: string,
    search: string,
    language: string | undefined,
  ): Ready | undefined {
    const { kind, route } = place;
    if (kind === "asset") {
      const asset = this.#assets?.ready(path);
      return asset && { ...asset, how: "hit", more: NONE };
    }
    const now = performance.now();
    const result = route ? this.#cache.ready(keyOf(place, search, language), now) : undefined;
    if (!route || !result?.copy) return undefined;
    const { copy, how } = result;
    const more = this.cdn.headersFor(copy, place, now);
    return { variants: copy.variants, status: route.status, how, more };
  }

  /**
   * Sends a ready copy.
   * @param more names and values in turn
   * @returns false if there is none
   */
  showReady(call: Call, more = NONE): boolean {
    const { request, response, place, path, search, request_id } = call;
    if (place.kind === "api" && !this.mayShare(request)) return false;
    const ready = this.ready(place, path, search, request.headers["accept-language"]);
    if (!ready) return false;
    countServed(place, ready.how);
    const { variants, status } = ready;
    const headers = concat(concat(more, ready.more), place.kind === "asset" ? NONE : call.security);
    const once = { request_id, how: cacheStatus(ready.how), more: headers };
    return (
      this.#move(call, variants, once) || serveReady(request, response, variants, status, once)
    );
  }

  async show(call: Call, address: string | null, more = NONE): Promise<void> {
    if (this.showReady(call, more)) return;
    const cacheRequest = this.#cacheRequest(call, call.place, address);
    const full = await this.#cache.full(cacheRequest);
    if (!full) logRequest(call.request, call.response, { ...call, address });
    const resolved = full
      ? { result: full, route: cacheRequest.route }
      : await this.#resolve(call, call.place, address);
    const { copy, outcome, how } = resolved.result;
    const status = copy || outcome.status === 200 ? resolved.route.status : outcome.status;
    const { request_id } = call;
    served.add(how);
    const isShared = copy !== undefined && !resolved.route.before_gate;
    const headers = isShared ? concat(more, this.cdn.headersFor(copy, call.place)) : more;
    const once = { request_id, how: cacheStatus(how), more: concat(headers, call.security) };
    const variants = variantsOf(resolved);
    if (this.#move(call, variants, once)) return;
    await serve(call.request, call.response, variants, status, once);
  }

  #move({ response, place, path, search }: Call, variants: Variants, once: Once): boolean {
    const { moved } = variants.entity;
    if (moved === undefined) return false;
    sendMoved(response, variants, newAddress(moved, place, path, search), once);
    return true;
  }

  async #resolve(call: Call, place: Place, address: string | null): Promise<Resolved> {
    const cacheRequest = this.#cacheRequest(call, place, address);
    const { route, visit } = cacheRequest;
    const result = await this.#find(cacheRequest, call.request);
    const refusal = result.outcome?.refused;
    if (!refusal) return { result, route };
    const { page, host, own_host } = visit;
    const instead = insteadOf(route, refusal);
    // Prevents loops between stand-ins.
    if (instead && page !== null && instead !== route && route !== SIGN_IN)
      return this.#resolve(call, standIn(instead, { page, host, own_host }), address);
    const outcome = plainAnswer(refusal, route.kind, visit);
    return { result: { outcome, how: result.how }, route };
  }

  async #find(cacheRequest: CacheRequest, request: IncomingMessage): Promise<CacheResult> {
    const result = await this.#cache.find(cacheRequest);
    const refusal = result.outcome?.refused;
    if (!refusal || !PERSONAL_REFUSALS.includes(refusal)) return result;
    const visit = { ...cacheRequest.visit, personal: personal(request) };
    const own = await this.#cache.alone({ ...cacheRequest, visit });
    // A draft must not be recognizable, not even by its Cache-Status.
    return own.outcome?.refused === "draft" ? result : own;
  }

  #cacheRequest(
    { request, request_id, search }: Call,
    place: Place,
    address: string | null,
  ): CacheRequest {
    const { page, own_host, route } = place;
    const language = request.headers["accept-language"];
    const target = targetOf(place, search, language);
    const tenant = this.#tenants.of(place);
    const visit = { ...target, request_id, address, tenant, page, own_host };
    return { key: keyOf(place, search, language), route: route ?? NOTHING, visit };
  }

  /** @returns false where the app serves assets */
  async showAsset({ request, response, path, request_id }: Call): Promise<boolean> {
    if (!this.#assets) return false;
    const how = this.#assets.ready(path) ? HIT : cacheStatus("fwd=miss");
    const { status, variants } = await this.#assets.find(path);
    await serve(request, response, variants, status, { request_id, how, more: NONE });
    return true;
  }
}
