import type { IncomingMessage, ServerResponse } from "node:http";
import type { Assets } from "#lib/page-cache/assets.ts";
import type { Found, PageCache } from "#lib/page-cache/cache.ts";
import { privateEntity } from "#lib/page-cache/headers.ts";
import { type Target, targetOf, visitorLocale } from "#lib/page-cache/key.ts";
import type { Place } from "#lib/page-cache/place.ts";
import type { Visit } from "#lib/page-cache/render.ts";
import { UNLISTED } from "#lib/page-cache/routes.ts";
import { serve } from "#lib/page-cache/serve.ts";
import { Variants } from "#lib/page-cache/variants.ts";
import { logRequest } from "#lib/server/request-log.ts";
import { hasSession } from "#lib/server/session-cookie.ts";

/** Where a visitor is; `first`: headers of this one response, names and values in turn. */
export type Visiting = {
  place: Place;
  path: string;
  search: string;
  request_id: string;
  address: () => string | null;
  first: readonly string[];
};

const PERSONAL = ["cookie", "authorization", "user-agent"] as const;

function personal(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(PERSONAL.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])));
}

/** The whole of it, for a visitor of their own. */
function wholeTarget({ place, path, search }: Visiting, acceptLanguage: string | undefined): Target {
  const locale = visitorLocale(search, acceptLanguage);
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

  /** Whether a request only looks, and wants the whole document. */
  canShow({ method, headers }: IncomingMessage): boolean {
    return (method === "GET" || method === "HEAD") && headers.rsc === undefined;
  }

  /** Whether the sender gets what everybody gets. */
  mayShare(request: IncomingMessage): boolean {
    const { authorization, cookie } = request.headers;
    return this.canShow(request) && authorization === undefined && !hasSession(cookie);
  }

  async show(request: IncomingMessage, response: ServerResponse, visiting: Visiting): Promise<void> {
    const { place, path, search, request_id, first } = visiting;
    const acceptLanguage = request.headers["accept-language"];
    const isShared = place.route !== null && this.mayShare(request);
    const target = isShared ? targetOf(place, path, search, acceptLanguage) : wholeTarget(visiting, acceptLanguage);
    const copy = isShared ? this.#cache.ready(target.key) : undefined;
    if (copy) return serve(request, response, copy.variants, 200, ["X-Request-Id", request_id, "Cache-Status", "allclear; hit", ...first]);
    const address = visiting.address();
    logRequest(request, response, { request_id, address, path });
    const visit: Visit = { ...target, request_id, address, own_host: place.own_host, ...(!isShared && { personal: personal(request) }) };
    const asked = { key: target.key, route: place.route ?? UNLISTED, visit };
    const found = isShared ? await this.#cache.find(asked) : await this.#cache.alone(asked);
    await this.#send(request, response, found, ["X-Request-Id", request_id, "Cache-Status", `allclear; ${found.how}`, ...first]);
  }

  /** @returns false where assets are left to Next */
  async showAsset(request: IncomingMessage, response: ServerResponse, path: string, request_id: string): Promise<boolean> {
    if (!this.#assets || !this.canShow(request)) return false;
    const { status, variants } = this.#assets.ready(path) ?? (await this.#assets.find(path));
    await serve(request, response, variants, status, ["X-Request-Id", request_id]);
    return true;
  }

  #send(request: IncomingMessage, response: ServerResponse, { copy, outcome }: Found, first: string[]): Promise<void> {
    if (copy) return serve(request, response, copy.variants, 200, first);
    return serve(request, response, new Variants(privateEntity(outcome)), outcome.status, first);
  }
}
