import { expect, test } from "@playwright/test";
import { placeOf } from "#lib/core/routes/place.ts";
import { encodingOf, keyOf, targetOf } from "#lib/server/cache/key.ts";

function target(host: string, url: string, language?: string) {
  const [path = "", search = ""] = url.split("?");
  const place = placeOf(host, path);
  return { ...targetOf(place, search, language), key: keyOf(place, search, language) };
}

test("a query parameter that the route does not know changes neither key nor render", () => {
  const plain = target("acme.localhost:3000", "/");
  for (const query of ["x=1", "lang", "xlang=de", "lang=xx", "%6cang=de", "&&&", "month=2026-01"]) {
    expect(target("acme.localhost:3000", `/?${query}`)).toEqual(plain);
  }
});

test("known parameters are kept in one order, the last value of each", () => {
  const url = "/api/v2/status_pages/acme/incidents";
  expect(target("localhost:3000", `${url}?after=c&x=1&limit=2&limit=3`).url).toBe(
    `${url}?limit=3&after=c`,
  );
  expect(target("localhost:3000", `${url}?limit=3&after=c`)).toEqual(
    target("localhost:3000", `${url}?after=c&limit=3`),
  );
});

test("documents and feeds have a key per language, data does not", () => {
  expect(target("acme.localhost:3000", "/", "de-AT,de;q=0.9").key).not.toBe(
    target("acme.localhost:3000", "/", "en").key,
  );
  expect(target("acme.localhost:3000", "/rss?lang=de", "en").locale).toBe("de");
  const only = target("acme.localhost:3000", "/rss?items=incidents&x=1");
  expect(only.url).toBe("/rss?items=incidents");
  expect(target("acme.localhost:3000", "/rss?items=x").url).toBe("/rss");
  const status = "/api/v2/status_pages/acme/status";
  expect(target("localhost:3000", status, "de")).toEqual(target("localhost:3000", status, "en"));
});

test("an address asks for a language as a browser does, and each spelling is one copy", () => {
  for (const lang of ["pt", "pt-BR", "PT", "pt-PT", "pt_BR"]) {
    const asked = target("acme.localhost:3000", `/?lang=${lang}`, "en");
    expect(asked, lang).toEqual(target("acme.localhost:3000", "/?lang=pt-BR", "en"));
    expect(asked.locale).toBe(target("acme.localhost:3000", "/", "pt").locale);
  }
  expect(target("acme.localhost:3000", "/?lang=xx", "de").locale).toBe("de");
});

test("no spelling of a host makes a copy of its own", () => {
  expect(target("ACME.localhost", "/")).toEqual(target("acme.localhost:3000", "/"));
  expect(target("evil.example", "/api/v2/status_pages/acme/status")).toEqual(
    target("localhost:3000", "/api/v2/status_pages/acme/status"),
  );
});

test("a page on its own host and under the application's are two", () => {
  expect(target("localhost:3000", "/s/acme").key).not.toBe(target("acme.localhost:3000", "/").key);
  expect(placeOf("localhost:3000", "/s/acme").own_host).toBe(false);
  expect(placeOf("acme.localhost:3000", "/").own_host).toBe(true);
});

test("whatever a page does not have is one address, of nothing", () => {
  const nothing = target("acme.localhost:3000", "/nothing");
  for (const path of ["/x?y=1", "/sign-in", "/s/other", "/past", `/${"x".repeat(300)}`])
    expect(target("acme.localhost:3000", path)).toEqual(nothing);
  expect(target("localhost:3000", "/s/acme/x/y")).toEqual(target("localhost:3000", "/s/acme/z"));
  expect(target("acme.localhost:3000", "/x?lang=de").locale).toBe("de");
});

test("on a page's host nothing of the application answers", () => {
  for (const path of ["/sign-in", "/s/other"])
    expect(placeOf("acme.localhost:3000", path)).toMatchObject({ kind: "page", page: "acme" });
  expect(placeOf("acme.localhost:3000", "/api/auth/session").kind).toBe("nowhere");
  expect(placeOf("status.example.com", "/")).toMatchObject({
    kind: "page",
    page: "status.example.com",
  });
  expect(placeOf("127.0.0.1:3000", "/sign-in").kind).toBe("app");
});

test("an encoding that the client refuses is not chosen", () => {
  expect(encodingOf("gzip, deflate, br, zstd")).toBe("br");
  expect(encodingOf("br;q=0, gzip;q=0.5")).toBe("gzip");
  expect(encodingOf("deflate")).toBe("identity");
  expect(encodingOf("")).toBe("identity");
});
