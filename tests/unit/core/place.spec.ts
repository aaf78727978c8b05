import { expect, test } from "@playwright/test";
import { findRoute, isAlike, markdownPath, placeOf, standIn } from "#lib/core/routes/place.ts";
import { NOTHING, PAGE_ROUTES, PAGES } from "#lib/core/routes/routes.ts";
import { provideEnv } from "#lib/platform/config/env.ts";

const before = { ...process.env };

test.beforeAll(() => {
  Object.assign(process.env, {
    APP_URL: "https://app.example",
    PAGES_DOMAIN: "pages.example",
  });
  provideEnv({});
});
test.afterAll(() => {
  process.env = { ...before };
  provideEnv({});
});

const APP = "app.example";
const OWN = "acme.pages.example";
const HEX = "0".repeat(64);

type Row = [host: string, path: string, kind: string, place?: string, page?: string | null];
const PLACES: Row[] = [
  [APP, "/healthz", "health"],
  [OWN, "/healthz", "health"],
  [APP, "/readyz", "readiness"],
  [APP, "/healthz/x", "app"],
  [APP, "/_next/static/a.js", "asset"],
  [OWN, "/_next/static/a.js", "asset"],
  [OWN, "/_next/image", "nowhere"],
  [APP, "/_next/image", "app"],
  [APP, "/page.js", "asset"],
  [APP, "/favicon.ico", "asset"],
  [OWN, "/favicon.ico", "page"],
  [APP, "/.well-known/acme-challenge/a-b_1", "well_known"],
  [OWN, "/.well-known/acme-challenge/a", "well_known"],
  [APP, `/.well-known/acme-challenge/${"a".repeat(256)}`, "well_known"],
  [APP, `/.well-known/acme-challenge/${"a".repeat(257)}`, "app"],
  [APP, "/.well-known/acme-challenge/", "app"],
  [APP, "/.well-known/acme-challenge/a/b", "app"],
  [APP, "/x/.well-known/acme-challenge/a", "app"],
  [APP, `/.well-known/allclear-domain/${HEX}`, "well_known"],
  [APP, `/.well-known/allclear-domain/${HEX}0`, "app"],
  [APP, "/internal/tls-allowed", "tls_allowed"],
  [OWN, "/internal/tls-allowed", "page", "/404"],
  [APP, "/", "app"],
  [APP, "/pages/acme", "app"],
  [APP, "/api/v2/hello", "api"],
  [APP, "/api/v1/nothing", "api"],
  [APP, "/api/anything", "api"],
  [APP, "/api/auth/session", "app"],
  [APP, "/apix", "app"],
  [OWN, "/api/v2/hello", "api"],
  [OWN, "/api/auth/session", "nowhere"],
  [OWN, "/api/v2/incidents.json", "page", "/api/v2/incidents.json"],
  [APP, "/s/acme", "page", "/s/acme", "acme"],
  [APP, "/s/acme/history", "page", "/s/acme/history", "acme"],
  [APP, "/s/acme/live", "live", "/live", "acme"],
  [OWN, "/", "page", "/", "acme"],
  [OWN, "/history", "page", "/history", "acme"],
  [OWN, "/live", "live", "/live", "acme"],
  [OWN, "/a/b/c/d", "page", "/404", "acme"],
];

test("what is at each address, on the application's host and on a page's own", () => {
  for (const [host, path, kind, place, page] of PLACES) {
    const found = placeOf(host, path);
    const name = `${host}${path}`;
    expect([name, found.kind]).toEqual([name, kind]);
    if (place) expect([name, found.path]).toEqual([name, place]);
    if (page !== undefined) expect([name, found.page]).toEqual([name, page]);
    expect([name, found.own_host]).toEqual([name, host === OWN && ["page", "live"].includes(kind)]);
  }
});

test("an address has the same place however often it is asked for, and one cache key a language", () => {
  const first = placeOf(OWN, "/history");
  expect(placeOf(OWN, "/history")).toBe(first);
  expect(first.keys?.in("de")).toBe(`de ${OWN}/history`);
  expect(first.keys?.in("en")).toBe(`en ${OWN}/history`);
  expect(placeOf(APP, "/s/acme").keys?.in("en")).toBe(`en ${APP}/s/acme`);
  expect(placeOf(APP, "/pages/acme").keys).toBeNull();
  const unknown = placeOf(OWN, "/a/b/c/d");
  expect(placeOf(OWN, "/a/b/c/d")).not.toBe(unknown);
  const large = `${"a".repeat(300)}.pages.example`;
  expect(placeOf(large, "/history")).not.toBe(placeOf(large, "/history"));
});

test("data and images are the same in every language, forms are kept in none", () => {
  for (const route of PAGE_ROUTES) {
    const { keys } = standIn(route, { page: "acme", host: OWN, own_host: true });
    const isSame = keys && keys.in("de") === keys.in("en");
    const expected = route.kind === "form" ? null : ["data", "image"].includes(route.kind);
    expect([route.pattern, isSame]).toEqual([route.pattern, expected]);
    expect(isAlike(route)).toBe(["data", "image"].includes(route.kind));
  }
});

test("a route is found by its whole path, in plain spelling, of 256 characters at most", () => {
  const find = (path: string) => findRoute(PAGE_ROUTES, path)?.pattern ?? null;
  expect(find("/history")).toBe("/history");
  expect(find("/incidents/7")).toBe(PAGES.incident.pattern);
  for (const path of ["/history/", "/History", "/histor%79", "/incidents/", "/incidents/7/8/9", ""])
    expect(find(path), path).toBeNull();
  const longest = `/incidents/${"1".repeat(256 - "/incidents/".length)}`;
  expect([find(longest), find(`${longest}1`)]).toEqual([PAGES.incident.pattern, null]);
});

test("a page's Markdown stands beside it, on the same host", () => {
  for (const route of [...PAGE_ROUTES, NOTHING].filter(({ pattern }) => !pattern.includes("["))) {
    const { markdown } = standIn(route, { page: "acme", host: OWN, own_host: true });
    const path = markdownPath(route, route.pattern);
    expect([route.pattern, markdown?.path ?? null]).toEqual([route.pattern, path]);
    if (markdown)
      expect([markdown.host, markdown.own_host, markdown.kind]).toEqual([OWN, true, "page"]);
  }
});
