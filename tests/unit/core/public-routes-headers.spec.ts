import { expect, test } from "@playwright/test";
import {
  answerAs,
  cacheAs,
  type RequestScope,
  requestScope,
} from "#lib/core/request/request-scope.ts";
import { findRoute, markdownPath, placeOf } from "#lib/core/routes/place.ts";
import { data, document, form, image, markdown, type PublicRoute } from "#lib/core/routes/route.ts";
import { DATA, FORMS, PAGES } from "#lib/core/routes/routes.ts";
import { privateEntity, sharedEntity } from "#lib/server/cache/headers.ts";
import { prefersMarkdown } from "#lib/server/cache/key.ts";
import { isForeignForm } from "#lib/server/front/origin.ts";

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

function headersOf(
  route: PublicRoute,
  isShared = true,
): Map<string | undefined, string | undefined> {
  const outcome = {
    headers: { "content-type": "text/plain" },
    body: Buffer.from("x"),
    policy: null,
  };
  const { headers } = isShared
    ? sharedEntity(outcome, route, "page:7")
    : privateEntity(outcome, route);
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
  for (const site of ["cross-site", "same-site"]) {
    const headers = { host: "acme.localhost:3000", "sec-fetch-site": site };
    expect(isForeignForm({ method: "POST", headers } as never, go_to_day), site).toBe(true);
  }
  for (const secret of [FORMS.join, FORMS.hand_over]) {
    expect(foreign(secret, "null")).toBe(false);
    expect(foreign(secret, "https://evil.example")).toBe(true);
  }
});

test("a link of a mail is the right to use it, whichever mail program or site posts to it", () => {
  for (const route of [FORMS.unsubscribe, FORMS.confirm, FORMS.manage]) {
    for (const origin of [undefined, "https://mail.example", "null", "x"])
      expect(foreign(route, origin), origin).toBe(false);
    const headers = { host: "acme.localhost:3000", "sec-fetch-site": "cross-site" };
    expect(isForeignForm({ method: "POST", headers } as never, route)).toBe(false);
  }
});
