import type { IncomingMessage } from "node:http";
import { hasSession } from "#lib/auth/session-token.ts";
import type { Assets } from "#lib/page-cache/assets.ts";
import type { PageCache } from "#lib/page-cache/cache.ts";
import { privateEntity } from "#lib/page-cache/headers.ts";
import { type Target, targetOf, visitorLocale } from "#lib/page-cache/key.ts";
import type { Visit } from "#lib/page-cache/render.ts";
import { UNLISTED } from "#lib/page-cache/routes.ts";
import { serve, serveReady } from "#lib/page-cache/serve.ts";
import { Variants } from "#lib/page-cache/variants.ts";
import { isForEverybody } from "#lib/public-page/gate.ts";
import type { Call } from "#lib/server/call.ts";
import { logRequest } from "#lib/server/request-log.ts";

const PERSONAL = ["cookie", "authorization", "user-agent"] as const;

function personal(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(PERSONAL.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])));
}

function headers(request_id: string, how: string, first: readonly string[]): string[] {
  return ["X-Request-Id", request_id, "Cache-Status", `allclear; ${how}`, ...first];
}

function sharedTarget({ request, place, path, search }: Call): Target {
  return targetOf(place, path, search, request.headers["accept-language"]);
}

/** The whole of it, for a visitor of their own. */
function wholeTarget({ request, place, path, search }: Call): Target {
  const locale = visitorLocale(search, request.headers["accept-language"]);
  return { key: `alone ${place.host}${path}`, host: place.host, url: search === "" ? path : `${path}?${search}`, locale };
}

/** Answers for public pages, feeds and reads: from the page cache where everybody gets the same, else rendered for the one visitor. */
export class PublicPages {
  readonly #cache: PageCache;
  readonly #assets: Assets | null;

  /** @param assets null where files may change at any time */
  constructor(cache: PageCache, assets: Assets | null) {
    this.#cache = cache;
    this.#assets = assets;
  }

  /** Whether a request only looks. What it says of itself to Next's router changes nothing: visitors get whole documents. */
  canShow({ method }: IncomingMessage): boolean {
    return method === "GET" || method === "HEAD";
  }

  /** Whether the sender gets what everybody gets. */
  mayShare(request: IncomingMessage): boolean {
    const { authorization, cookie } = request.headers;
    return this.canShow(request) && authorization === undefined && !hasSession(cookie);
  }

  /**
   * Sends what is ready. Of a page that is what everybody gets, whoever asks: of a restricted one nothing is kept.
   * @param first headers of this one response, names and values in turn
   * @returns false when nothing is
   */
  showReady(call: Call, first: readonly string[]): boolean {
    const { request, response, place, request_id } = call;
    if (place.route === null || !(place.kind === "page" ? this.canShow(request) : this.mayShare(request))) return false;
    const found = this.#cache.ready(sharedTarget(call).key);
    return found?.copy !== undefined && serveReady(request, response, found.copy.variants, headers(request_id, found.how, first));
  }

  async show(call: Call, address: string | null, first: readonly string[]): Promise<void> {
    if (this.showReady(call, first)) return;
    const { request, response, place, path, request_id } = call;
    logRequest(request, response, { request_id, address, path });
    const isShared =
      place.route !== null && (this.mayShare(request) || (place.page !== null && (await isForEverybody(place.page, request_id))));
    const target = isShared ? sharedTarget(call) : wholeTarget(call);
    const visit: Visit = { ...target, request_id, address, own_host: place.own_host, ...(!isShared && { personal: personal(request) }) };
    const asked = { key: place.route ? sharedTarget(call).key : target.key, route: place.route ?? UNLISTED, visit };
    const found = isShared ? (this.#cache.ready(target.key) ?? (await this.#cache.find(asked))) : await this.#cache.alone(asked);
    const { copy, outcome } = found;
    const variants = copy ? copy.variants : new Variants(privateEntity(outcome));
    await serve(request, response, variants, copy ? 200 : outcome.status, headers(request_id, found.how, first));
  }

  /** @returns false where assets are left to Next */
  async showAsset({ request, response, path, request_id }: Call): Promise<boolean> {
    if (!this.#assets || !this.canShow(request)) return false;
    const { status, variants } = this.#assets.ready(path) ?? (await this.#assets.find(path));
    await serve(request, response, variants, status, ["X-Request-Id", request_id]);
    return true;
  }
}
