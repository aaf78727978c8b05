import { expect, test } from "@playwright/test";
import { z } from "zod";
import { routes } from "#app/api/v2/routes.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageParams } from "#lib/api/params.ts";
import { isForeignForm } from "#lib/front/origin.ts";
import { IncidentQuery } from "#lib/incidents/schema.ts";
import { privateEntity, sharedEntity } from "#lib/page-cache/headers.ts";
import { prefersMarkdown } from "#lib/page-cache/key.ts";
import { placeOf } from "#lib/page-cache/place.ts";
import { askedOf } from "#lib/public-routes/asked.ts";
import { findRoute, markdownPath } from "#lib/public-routes/find.ts";
import {
  DATA,
  FEEDS,
  FORMS,
  IMAGES,
  MARKDOWN,
  PAGE_ROUTES,
  PAGES,
  STATUSPAGE,
} from "#lib/public-routes/pages.ts";
import { API_ROUTES, READS } from "#lib/public-routes/reads.ts";
import {
  data,
  document,
  form,
  image,
  markdown,
  type PublicRoute,
} from "#lib/public-routes/route.ts";
import { answerAs, cacheAs, type RequestScope, requestScope } from "#lib/request-scope.ts";
import { readSources } from "#tests/support/sources.ts";

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
    () => askedOf(day, {}, {}).before,
    () => askedOf(day, {}, {}).day.length,
    () => endpoint({ ...common, shared: READS.status }, read),
    () => endpoint({ ...common, query, shared: incidents }, read),
  ];
  const refused = [
    // @ts-expect-error: no such parameter
    () => askedOf(day, {}, {}).after,
    // @ts-expect-error: nothing of that name in the path
    () => askedOf(day, {}, {}).id,
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

test("an inbox is open to scripts of every site, takes its own methods only, and is never kept", () => {
  const { subscribers } = FORMS;
  expect(placeOf("acme.localhost:3000", "/api/v2/subscribers.json")).toMatchObject({
    ...{ kind: "page", route: subscribers, keys: null },
  });
  expect(foreign(subscribers, "https://shop.example", "DELETE")).toBe(false);
  expect(headersOf(subscribers, false).get("Access-Control-Allow-Origin")).toBe("*");
  expect(headersOf(subscribers, false).get("Cache-Control")).toBe("private, no-store");
  expect(headersOf(FORMS.subscribe, false).has("Access-Control-Allow-Origin")).toBe(false);
  expect(declaredCache(subscribers, 60)).toBeUndefined();
  expect([subscribers.methods, FORMS.subscribe.methods, PAGES.start.methods]).toEqual([
    ["POST", "DELETE", "OPTIONS"],
    ["GET", "HEAD", "POST"],
    ["GET", "HEAD"],
  ]);
});

test("only what answers by a declaration may be kept, no longer than it says, and forms never", () => {
  expect(declaredCache(PAGES.start, 7.9)).toEqual({ tag: "page:1", seconds: 7 });
  expect(declaredCache(PAGES.start, 1e6)).toEqual({ tag: "page:1", seconds: 60 });
  expect(declaredCache(null, 60)).toBeUndefined();
  expect(declaredCache(FORMS.go_to_day, 60)).toBeUndefined();
});

test("of what comes with an address only what the route declares is handed on", () => {
  const given = { host: "acme", day: "2026-01-01", other: "x" };
  expect(askedOf(PAGES.day, given, { before: ["1", "2"], after: "3", lang: "de" })).toEqual({
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

test("below /api on a page's host what ends in .json is the page's, all else the API's", () => {
  const at = (path: string) => placeOf("acme.localhost:3000", path);
  expect(at("/api/v2/none.json")).toMatchObject({ kind: "page", path: "/404" });
  expect(at("/api/v2/hello").kind).toBe("api");
  expect(at("/api/v2/status_pages/acme/status").kind).toBe("api");
  expect(placeOf("localhost:3000", "/api/v2/openapi.json").kind).toBe("api");
});

function headersOf(
  route: PublicRoute,
  isShared = true,
): Map<string | undefined, string | undefined> {
  const outcome = {
    headers: { "content-type": "text/plain" },
    body: Buffer.from("x"),
    policy: null,
  };
  const { headers } = (isShared ? sharedEntity : privateEntity)(outcome, route);
  return new Map(
    Array.from({ length: headers.length / 2 }, (_, i) => [headers[2 * i], headers[2 * i + 1]]),
  );
}

test("a picture never acts, whoever it is for; a secret address is told to nobody", () => {
  for (const isShared of [true, false]) {
    const policy = headersOf(image("/logo"), isShared).get("Content-Security-Policy");
    expect(policy).toBe("default-src 'none'; sandbox");
    const secret = headersOf(form("/manage/[token]"), isShared);
    expect(secret.get("Referrer-Policy")).toBe("no-referrer");
  }
  expect(headersOf(PAGES.start).get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
});

test("a page's JSON is for scripts of every site, unless it is for one visitor", () => {
  const json = data("/api/v2/status.json");
  expect(headersOf(json).get("Access-Control-Allow-Origin")).toBe("*");
  expect(headersOf(json, false).has("Access-Control-Allow-Origin")).toBe(false);
  expect(headersOf(DATA.robots).has("Access-Control-Allow-Origin")).toBe(false);
});

test("a page's Markdown has an address and a copy of its own, for who prefers it", () => {
  const page = document("/incidents/[id]", { markdown: "/incidents/[id]/index.md" });
  const twin = markdown("/incidents/[id]/index.md");
  expect(markdownPath(page, "/incidents/7")).toBe("/incidents/7/index.md");
  expect(findRoute([page, twin], "/incidents/7/index.md")).toBe(twin);
  expect(markdownPath(PAGES.start, "/")).toBe("/index.md");
  expect(markdownPath(PAGES.service, "/services/7")).toBeNull();
  for (const route of [page, twin])
    expect(headersOf(route).get("Vary")).toBe("Accept-Encoding, Accept-Language, Accept");
  expect(headersOf(PAGES.service).get("Vary")).toBe("Accept-Encoding, Accept-Language");
});

test("Markdown is sent to who prefers it to HTML, never to a browser or to who does not say", () => {
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  for (const accept of ["", "*/*", "text/*", browser, "text/html, text/markdown;q=0.9"])
    expect(prefersMarkdown(accept), accept).toBe(false);
  for (const accept of ["text/markdown", "text/markdown, text/html;q=0.5", "text/markdown, */*"])
    expect(prefersMarkdown(accept), accept).toBe(true);
});

function foreign(route: PublicRoute, origin?: string, method = "POST"): boolean {
  const headers = { host: "Acme.localhost:3000", ...(origin && { origin }) };
  return isForeignForm({ method, headers } as never, route);
}

test("a form is taken from its own host only, or from who names no origin", () => {
  const { go_to_day } = FORMS;
  expect(foreign(go_to_day)).toBe(false);
  expect(foreign(go_to_day, "http://acme.localhost:3000")).toBe(false);
  for (const origin of ["http://localhost:3000", "https://evil.example", "null", "x"])
    expect(foreign(go_to_day, origin), origin).toBe(true);
  expect(foreign(go_to_day, "https://evil.example", "GET")).toBe(false);
  const secret = form("/manage/[token]");
  expect(foreign(secret, "null")).toBe(false);
  expect(foreign(secret, "https://evil.example")).toBe(true);
});
