import type { PublicRoute } from "#lib/core/routes/route.ts";
import {
  API_ROUTES,
  findReference,
  NO_DATA,
  NOTHING,
  PAGE_ROUTES,
} from "#lib/core/routes/routes.ts";
import { env } from "#lib/platform/config/env.ts";
import { applicationHost, hostName, pageOfHost } from "#lib/platform/http/hosts.ts";
import { DEFAULT_LANG, type Locale } from "#lib/platform/i18n/translator.ts";

export type Place = {
  kind:
    | ("page" | "live" | "api" | "asset" | "app")
    | ("health" | "readiness" | "well_known" | "tls_allowed" | "nowhere");
  /** Canonical, so that no spelling makes a cache entry of its own. */
  host: string;
  /** Canonical: all unknown paths of a page share one. */
  path: string;
  page: string | null;
  /** Null outside pages when nothing is declared. */
  route: PublicRoute | null;
  /** Cache keys without a query; null where nothing is cached. */
  keys: Keys | null;
  markdown: Place | null;
  /** Operators' code runs only on hosts of their own, never on the application's. */
  own_host: boolean;
};

/** Cache keys of one place per language, made on demand. */
export class Keys {
  readonly #address: string;
  readonly #isAlike: boolean;
  readonly #made = new Map<Locale, string>();

  constructor(address: string, isAlike: boolean) {
    this.#address = address;
    this.#isAlike = isAlike;
  }

  in(locale: Locale): string {
    const known = this.#made.get(locale);
    if (known !== undefined) return known;
    const key = `${this.#isAlike ? DEFAULT_LANG : locale} ${this.#address}`;
    this.#made.set(locale, key);
    return key;
  }
}

const ASSETS = new Set([
  "/page.js",
  "/page-rows.js",
  "/page-live.js",
  "/page-charts.js",
  "/page-zone.js",
  "/badge.js",
  "/reference.js",
  "/embed/script.js",
  "/embed/frame.js",
]);
const MAX_REMEMBERED = 5_000;
const MAX_HOST = 261;
const remembered = new Map<string, Map<string, Place>>();
let count = 0;

function outside(
  kind: Place["kind"],
  host: string,
  path: string,
  route: PublicRoute | null,
): Place {
  const keys = route && keysOf(route, host + path);
  return { kind, host, path, page: null, route, keys, markdown: null, own_host: false };
}

function inside(
  page: string,
  host: string,
  path: string,
  route: PublicRoute,
  own_host: boolean,
): Place {
  const base = own_host ? "" : `/s/${page}`;
  const whole = path === "/" && !own_host ? base : base + path;
  const keys = keysOf(route, host + whole);
  const twin = markdownPath(route, path);
  const markdown = twin === null ? null : onPage(page, host, twin, own_host);
  return { kind: "page", host, path: whole, page, route, keys, markdown, own_host };
}

export function isAlike({ kind }: PublicRoute): boolean {
  return kind === "data" || kind === "image";
}

function keysOf(route: PublicRoute, address: string): Keys | null {
  return route.kind === "form" ? null : new Keys(address, isAlike(route));
}

export function standIn(
  route: PublicRoute,
  { page, host, own_host }: { page: string; host: string; own_host: boolean },
): Place {
  return inside(page, host, route.pattern, route, own_host);
}

const FILES = new Set(PAGE_ROUTES.map(({ pattern }) => pattern));

/** Next's parameters are whole segments: `/incidents/42.json` is `/incidents/42/index.json`. */
function servedPath(path: string): string {
  const isRecord = path.endsWith(".json") && !path.endsWith("/index.json") && !FILES.has(path);
  return isRecord ? path.replace(/\.json$/, "/index.json") : path;
}

function onPage(page: string, host: string, path: string, own_host: boolean): Place {
  if (path === "/live") return { ...outside("live", host, path, null), page, own_host };
  const served = servedPath(path);
  const route = findRoute(PAGE_ROUTES, served);
  if (route) return inside(page, host, served, route, own_host);
  return standIn(path.endsWith(".json") ? NO_DATA : NOTHING, { page, host, own_host });
}

/** Existing clients call these on a page's own host. */
const OF_PAGES = /^\/api\/v2\/.+\.json$/;
const VERSION = /^\/api\/v[12](?=\/)/;

/** Unknown paths below `/api` belong to the API too, except for sign-in. */
function onApi(path: string, host: string): Place | null {
  if (!path.startsWith("/api/") || path.startsWith("/api/auth/")) return null;
  const route = VERSION.test(path) ? findRoute(API_ROUTES, path.slice("/api/v2".length)) : null;
  return outside("api", host, path, route);
}

function onReference(path: string, host: string): Place | null {
  const found = findReference(path);
  return found && outside("page", host, found.path, found.route);
}

const WELL_KNOWN =
  /^\/\.well-known\/(?:acme-challenge\/[\w-]{1,256}|allclear-domain\/[0-9a-f]{64})$/;

function forMachines(path: string): "health" | "readiness" | "well_known" | "asset" | null {
  if (path === "/healthz") return "health";
  if (path === "/readyz") return "readiness";
  if (WELL_KNOWN.test(path)) return "well_known";
  return path.startsWith("/_next/static/") || ASSETS.has(path) ? "asset" : null;
}

function onApplication(path: string, host: string): Place {
  if (path === "/internal/tls-allowed") return outside("tls_allowed", host, path, null);
  if (path === "/favicon.ico") return outside("asset", host, path, null);
  if (!path.startsWith("/s/"))
    return onApi(path, host) ?? onReference(path, host) ?? outside("app", host, path, null);
  const end = path.indexOf("/", 3);
  const page = end < 0 ? path.slice(3) : path.slice(3, end);
  return onPage(page, host, end < 0 ? "/" : path.slice(end), false);
}

function find(host: string, path: string): Place {
  const application = applicationHost();
  const machine = forMachines(path);
  if (machine === "well_known") return outside(machine, hostName(host), path, null);
  if (machine) return outside(machine, application, path, null);
  const page = pageOfHost(host);
  if (page === null) return onApplication(path, application);
  const pageHost = page.includes(".") ? hostName(host) : `${page}.${env().PAGES_DOMAIN}`;
  if ((path.startsWith("/api/") && !OF_PAGES.test(path)) || path.startsWith("/_next/"))
    return onApi(path, application) ?? outside("nowhere", pageHost, path, null);
  return onPage(page, pageHost, path, true);
}

export function knownPlace(host: string, path: string): Place | undefined {
  return remembered.get(host)?.get(path);
}

/** @param path in its normal form */
export function placeOf(host: string, path: string): Place {
  const known = knownPlace(host, path);
  if (known) return known;
  const place = find(host, path);
  if (place.route && place.route.status !== 404 && host.length <= MAX_HOST)
    remember(host, path, place);
  return place;
}

function remember(host: string, path: string, place: Place): void {
  if (++count > MAX_REMEMBERED) {
    remembered.clear();
    count = 1;
  }
  const paths = remembered.get(host) ?? new Map<string, Place>();
  remembered.set(host, paths.set(path, place));
}

function fits(pattern: string, segments: readonly string[]): boolean {
  const expected = pattern.split("/");
  return (
    expected.length === segments.length &&
    expected.every((segment, index) =>
      segment.startsWith("[") ? segments[index] !== "" : segment === segments[index],
    )
  );
}

const MAX_PATH = 256;

/** Other spellings would fill the cache with copies. */
export function findRoute(routes: readonly PublicRoute[], path: string): PublicRoute | null {
  if (path.length > MAX_PATH || path.includes("%")) return null;
  const segments = path.split("/");
  return routes.find((route) => fits(route.pattern, segments)) ?? null;
}

export function markdownPath({ pattern, markdown }: PublicRoute, path: string): string | null {
  if (markdown === null) return null;
  const segments = path.split("/");
  const values = new Map(pattern.split("/").map((name, index) => [name, segments[index] ?? ""]));
  return markdown
    .split("/")
    .map((name) => (name.startsWith("[") ? (values.get(name) ?? name) : name))
    .join("/");
}
