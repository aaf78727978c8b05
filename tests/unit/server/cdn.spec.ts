import { expect, test } from "@playwright/test";
import type { Place } from "#lib/core/routes/place.ts";
import { PAGE_ROUTES, PAGES } from "#lib/core/routes/routes.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { cdnPurge } from "#lib/platform/config/env-values.ts";
import { CdnLifetimes } from "#lib/server/cache/cdn.ts";
import { asPrivate, sharedEntity } from "#lib/server/cache/headers.ts";
import { type Copy, Store } from "#lib/server/cache/store.ts";
import { Variants } from "#lib/server/cache/variants.ts";

const before = { ...process.env };

test.afterEach(() => {
  process.env = { ...before };
  provideEnv({});
});

function configure(CDN_PURGE: string): void {
  Object.assign(process.env, { CDN_PURGE, CDN_PURGE_TOKEN: "token" });
  provideEnv({});
}

const DATA = PAGE_ROUTES.find(({ kind }) => kind === "data") ?? PAGES.start;
const place = (page: string, route = DATA) => ({ page, route }) as Place;
const outcome = { headers: {}, body: Buffer.from("x"), policy: null };

function opened(CDN_PURGE: string, expires_at = 90_000) {
  configure(CDN_PURGE);
  const store = new Store();
  const cdn = new CdnLifetimes(store);
  const variants = new Variants(sharedEntity(outcome, PAGES.start, "page:7"));
  const began = store.begin();
  const fixed = { key: "acme", tag: "page:7", rendered_at: 0, failure: null };
  const copy: Copy = { ...fixed, variants, began, expires_at };
  return { store, cdn, copy };
}

test("a CDN keeps a copy for a minute while purges reach it, and never past its end", () => {
  const long = "max-age=60, stale-if-error=86400";
  for (const [setting, name] of [
    ["fastly:S", "Surrogate-Control"],
    ["varnish:http://127.0.0.1:6081", "Surrogate-Control"],
    ["cloudflare:Z", "Cloudflare-CDN-Cache-Control"],
  ] as const) {
    const { cdn, copy } = opened(setting);
    expect(cdn.headersFor(copy, place("acme"), 0)).toEqual([]);
    cdn.confirm(0);
    expect(cdn.headersFor(copy, place("acme"), 10)).toEqual([name, long]);
    const ending = { ...copy, expires_at: 12_500 };
    expect(cdn.headersFor(ending, place("acme"), 0)[1]).toBe("max-age=12, stale-if-error=86400");
    for (const expires_at of [2_500, 900, -1])
      expect(cdn.headersFor({ ...copy, expires_at }, place("acme"), 0)).toEqual([]);
    expect(cdn.headersFor(copy, place("acme"), 15_000)).toEqual([]);
  }
});

test("an outdated copy, a node that hears nothing and a domain with perhaps a CDN of its own get two seconds", () => {
  const { store, cdn, copy } = opened("fastly:S");
  cdn.confirm(0);
  expect(cdn.headersFor(copy, place("status.example.com"), 0)).toEqual([]);
  expect(cdn.headersFor(copy, place("acme"), 0)).toHaveLength(2);
  store.setListening(false);
  expect(cdn.headersFor(copy, place("acme"), 0)).toEqual([]);
  store.setListening(true);
  store.changed("page:7");
  expect(cdn.headersFor(copy, place("acme"), 0)).toEqual([]);
  const varnish = opened("varnish:http://127.0.0.1:6081");
  varnish.cdn.confirm(0);
  expect(varnish.cdn.headersFor(varnish.copy, place("status.example.com"), 0)).toHaveLength(2);
});

test("each shared answer carries its page's tag, and none that is for one visitor", () => {
  const TAGS = ["Surrogate-Key", "Cache-Tag", "xkey"];
  for (const [cdn, names] of [
    ["fastly:S", TAGS] as const,
    ["bunny:1", [...TAGS, "CDN-Tag"]] as const,
  ]) {
    configure(cdn);
    const shared = sharedEntity(outcome, PAGES.start, "page:7");
    const tagged = shared.headers.filter((_, index, all) => all[index + 1] === "page:7");
    expect(tagged).toEqual(names);
    expect(asPrivate(shared).headers).not.toContain("page:7");
  }
});

test("a CDN that ignores Vary keeps only what is the same for every reader", () => {
  for (const [setting, isKept] of [
    ["cloudflare:Z", false],
    ["bunny:1", false],
    ["fastly:S", true],
  ] as const) {
    const { cdn, copy } = opened(setting);
    cdn.confirm(0);
    for (const route of PAGE_ROUTES.filter(({ kind }) => kind !== "form")) {
      const isAlike = (route.kind === "data" || route.kind === "image") && !route.negotiated;
      const { headers } = sharedEntity(outcome, route, "page:7");
      const isStored = headers.some((text) => text.includes("s-maxage"));
      const targeted = headers[headers.indexOf("CDN-Cache-Control") + 1];
      const expected = isKept || isAlike;
      expect([route.pattern, isStored, targeted !== "no-store"]).toEqual([
        route.pattern,
        expected,
        expected,
      ]);
      if (!expected) expect(cdn.headersFor(copy, place("acme", route), 0)).toEqual([]);
    }
  }
});

test("Cloudflare, which heeds every header, shows no copy once more that a purge marked as stale", () => {
  for (const [setting, isOnceMore] of [
    ["cloudflare:Z", false],
    ["fastly:S", true],
  ] as const) {
    configure(setting);
    const { headers } = sharedEntity(outcome, DATA, "page:7");
    expect(headers.join().includes("stale-while-revalidate")).toBe(isOnceMore);
  }
});

test("an address of Varnish has no password, which a failure would log", () => {
  for (const user of ["user:pw@", "user@", ":pw@"])
    expect(cdnPurge.safeParse(`varnish:http://10.0.0.4,http://${user}10.0.0.5`).success).toBe(
      false,
    );
  expect(cdnPurge.safeParse("varnish:http://10.0.0.4,http://10.0.0.5:6081").success).toBe(true);
});
