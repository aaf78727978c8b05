import { env } from "#lib/env.ts";
import { hostName, pageOfHost } from "#lib/hosts.ts";
import { API_ROUTES, findRoute, PAGE_ROUTES, type Route } from "#lib/page-cache/routes.ts";

/** What a request's host and path lead to. */
export type Place = {
  kind: "page" | "live" | "api" | "asset" | "health" | "readiness" | "app" | "nowhere";
  /** The host as a render sees it: never as the client spelled it, so that no spelling makes a copy of its own. */
  host: string;
  /** The status page as its path under `/s/` names it; null outside pages. */
  page: string | null;
  /** What can be cached there; null when nothing can. */
  route: Route | null;
  /** Pages on a host of their own carry their operator's code; under the application's host they never do. */
  own_host: boolean;
};

const ASSETS = new Set(["/page.js", "/page-rows.js", "/favicon.ico"]);
const MAX_REMEMBERED = 5_000;
const MAX_HOST = 261;
const remembered = new Map<string, Map<string, Place>>();
let count = 0;

function onPage(page: string, host: string, path: string, own_host: boolean): Place {
  const place = { host, page, own_host };
  if (path === "/live") return { ...place, kind: "live", route: null };
  return { ...place, kind: "page", route: page.includes("%") ? null : findRoute(PAGE_ROUTES, path) };
}

function onApi(path: string, host: string): Place | null {
  if (!path.startsWith("/api/v2/") && !path.startsWith("/api/v1/")) return null;
  return { kind: "api", host, page: null, own_host: false, route: findRoute(API_ROUTES, path.slice("/api/v2".length)) };
}

function forMachines(path: string): "health" | "readiness" | "asset" | null {
  if (path === "/healthz") return "health";
  if (path === "/readyz") return "readiness";
  return path.startsWith("/_next/static/") || ASSETS.has(path) ? "asset" : null;
}

function onApplication(path: string, host: string): Place {
  const elsewhere = { host, page: null, own_host: false, route: null };
  if (!path.startsWith("/s/")) return onApi(path, host) ?? { ...elsewhere, kind: "app" };
  const end = path.indexOf("/", 3);
  const page = end < 0 ? path.slice(3) : path.slice(3, end);
  return onPage(page, host, end < 0 ? "/" : path.slice(end), false);
}

function find(host: string, path: string): Place {
  const { APP_URL, PAGES_DOMAIN } = env();
  const application = new URL(APP_URL).host;
  const machine = forMachines(path);
  if (machine) return { kind: machine, host: application, page: null, own_host: false, route: null };
  const page = pageOfHost(host);
  if (page === null) return onApplication(path, application);
  const pageHost = page.includes(".") ? hostName(host) : `${page}.${PAGES_DOMAIN}`;
  if (path.startsWith("/api/") || path.startsWith("/_next/")) {
    return onApi(path, application) ?? { kind: "nowhere", host: pageHost, page, own_host: true, route: null };
  }
  return onPage(page, pageHost, path, true);
}

export function placeOf(host: string, path: string): Place {
  const known = remembered.get(host)?.get(path);
  if (known) return known;
  const place = find(host, path);
  if (place.route && host.length <= MAX_HOST) remember(host, path, place);
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
