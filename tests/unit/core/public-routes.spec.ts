import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { routes } from "#app/api/v2/routes.ts";
import { PageParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import {
  answerAs,
  cacheAs,
  type RequestScope,
  requestScope,
} from "#lib/core/request/request-scope.ts";
import { placeOf } from "#lib/core/routes/place.ts";
import { type PublicRoute, pageRequest } from "#lib/core/routes/route.ts";
import {
  API_ROUTES,
  DATA,
  FEEDS,
  FORMS,
  IMAGES,
  MARKDOWN,
  PAGE_ROUTES,
  PAGES,
  READS,
  STATUSPAGE,
} from "#lib/core/routes/routes.ts";
import { IncidentQuery } from "#lib/incidents/schema.ts";
import { ROOT, readSources } from "#tests/support/code/sources.ts";

const FOLDER = "app/(public)/s/[host]";

const files = readSources().filter(
  ({ path }) => path.startsWith(FOLDER) && /\/(page\.tsx|route\.ts)$/.test(path),
);

const listed: Record<string, Record<string, PublicRoute>> = {
  PAGES,
  FEEDS,
  MARKDOWN,
  FORMS,
  IMAGES,
  DATA,
  STATUSPAGE,
};

test("every file of the public site answers by the entry of its own path, and each entry has one", () => {
  const named = files.map(({ path, text }) => {
    const [, list = "", name = ""] = /\(([A-Z]+)\.(\w+),/.exec(text.replaceAll(/\s+/g, "")) ?? [];
    const entry = listed[list]?.[name];
    return [path.slice(FOLDER.length).replace(/\/(page\.tsx|route\.ts)$/, "") || "/", entry];
  });
  const elsewhere = named.filter(
    ([path, entry]) =>
      path !==
      (entry === PAGES.nothing ? "/[...path]" : (entry as PublicRoute | undefined)?.pattern),
  );
  expect(elsewhere).toEqual([]);
  const patterns = named.map(([, entry]) => (entry as PublicRoute).pattern);
  expect(patterns.sort()).toEqual(
    [...PAGE_ROUTES, PAGES.nothing, PAGES.sign_in].map((r) => r.pattern).sort(),
  );
  expect(files.length).toBeGreaterThan(10);
});

const OF_NO_PAGE = ["/hello"];

test("every public read of the API names the entry of its own path, and each entry has one", () => {
  const open = Object.entries(routes).flatMap(([path, { GET }]) =>
    GET?.declaration.access === "public" ? [{ path, shared: GET.declaration.shared }] : [],
  );
  expect(open.filter(({ shared }) => !shared).map(({ path }) => path)).toEqual(OF_NO_PAGE);
  const named = open.flatMap(({ path, shared }) => (shared ? [{ path, shared }] : []));
  for (const { path, shared } of named)
    expect(shared.pattern.replaceAll(/\[(\w+)\]/g, "{$1}")).toBe(path);
  expect(named.map(({ shared }) => shared.pattern).sort()).toEqual(
    API_ROUTES.map(({ pattern }) => pattern).sort(),
  );
  const management = Object.values(routes).filter(
    ({ GET }) => GET && GET.declaration.access !== "public",
  );
  expect(management.filter(({ GET }) => GET?.declaration.shared)).toEqual([]);
});

// What must not compile is marked; `npm run check` fails when it does. None of it is ever run.
test("who reads another parameter than the list declares does not compile", () => {
  const { day } = PAGES;
  const read = async () => ({});
  const common = {
    operation: "x",
    summary: "",
    tag: "",
    access: "public" as const,
    params: PageParams,
    response: z.object({}),
  };
  const { incidents } = READS;
  const word = z.string().optional();
  const query = IncidentQuery.extend({ limit: word, before: word, after: word });
  const compiling = [
    () => pageRequest(day, {}, {}).before,
    () => pageRequest(day, {}, {}).day.length,
    () => endpoint({ ...common, shared: READS.status }, read),
    () => endpoint({ ...common, query, shared: incidents }, read),
  ];
  const refused = [
    // @ts-expect-error: no such parameter
    () => pageRequest(day, {}, {}).after,
    // @ts-expect-error: nothing of that name in the path
    () => pageRequest(day, {}, {}).id,
    // @ts-expect-error: the list forgot one: everybody would get the unfiltered answer
    () => endpoint({ ...common, query: query.extend({ service: word }), shared: incidents }, read),
    // @ts-expect-error: the list declares one that the endpoint does not know
    () => endpoint({ ...common, query: query.omit({ type: true }), shared: incidents }, read),
    // @ts-expect-error: the list declares some, the endpoint none
    () => endpoint({ ...common, shared: incidents }, read),
    // @ts-expect-error: a parameter that the list does not have at all
    () => endpoint({ ...common, query, shared: READS.status }, read),
    // @ts-expect-error: an entry of another path
    () => endpoint({ ...common, shared: READS.service_status }, read),
    // @ts-expect-error: a page is no read
    () => endpoint({ ...common, shared: PAGES.start }, read),
  ];
  expect([compiling.length, refused.length]).toEqual([4, 8]);
});

function declaredCache(route: PublicRoute | null, seconds: number) {
  const scope: RequestScope = { request_id: "", address: null };
  requestScope.run(scope, () => {
    if (route) answerAs(route);
    cacheAs("page:1", seconds);
  });
  return scope.cache;
}

test("only what answers by a declaration may be kept, no longer than it says, and forms never", () => {
  expect(declaredCache(PAGES.start, 7.9)).toEqual({ tag: "page:1", seconds: 7 });
  expect(declaredCache(PAGES.start, 1e6)).toEqual({ tag: "page:1", seconds: 60 });
  expect(declaredCache(null, 60)).toBeUndefined();
  expect(declaredCache(FORMS.go_to_day, 60)).toBeUndefined();
});

test("of what comes with an address only what the route declares is handed on", () => {
  const given = { host: "acme", day: "2026-01-01", other: "x" };
  expect(pageRequest(PAGES.day, given, { before: ["1", "2"], after: "3", lang: "de" })).toEqual({
    subdomain: "acme",
    day: "2026-01-01",
    before: "2",
    lang: "de",
  });
});

test("forms have no key, on a page's host and under the application's", () => {
  for (const [host, path] of [
    ["acme.localhost:3000", "/day"],
    ["localhost:3000", "/s/acme/day"],
  ] as const)
    expect(placeOf(host, path)).toMatchObject({ kind: "page", route: FORMS.go_to_day, keys: null });
});

test("a record's .json is served by its folder, exact names by themselves, all else by one 404", () => {
  const served = (path: string) => placeOf("acme.localhost:3000", path).path;
  const paths = {
    "/incidents/42.json": "/incidents/42/index.json",
    "/incidents/42/index.json": "/incidents/42/index.json",
    "/api/v2/incidents/42.json": "/api/v2/incidents/42/index.json",
    "/api/v2/components/7.json": "/api/v2/components/7/index.json",
    "/api/v2/incidents/unresolved.json": "/api/v2/incidents/unresolved.json",
    "/api/v2/subscribers.json": "/api/v2/subscribers.json",
    "/history.json": "/history.json",
    "/history/2026-01-01.json": "/404.json",
    "/services/7.json": "/404.json",
    "/incidents/42": "/incidents/42",
  };
  for (const [path, own] of Object.entries(paths)) expect(served(path), path).toBe(own);
});

test("below /api on a page's host what ends in .json is the page's, all else the API's", () => {
  const at = (path: string) => placeOf("acme.localhost:3000", path);
  expect(at("/api/v2/none.json")).toMatchObject({ kind: "page", path: "/404.json" });
  expect(at("/api/v2/hello").kind).toBe("api");
  expect(at("/api/v2/status_pages/acme/status").kind).toBe("api");
  expect(placeOf("localhost:3000", "/api/v2/openapi.json").kind).toBe("api");
});

test("every script in public is an asset on every host", () => {
  const files = readdirSync(join(ROOT, "public"), { recursive: true }).map(String);
  const scripts = files.filter((name) => name.endsWith(".js")).map((name) => `/${name}`);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((path) => placeOf("acme.example", path).kind !== "asset")).toEqual([]);
});
