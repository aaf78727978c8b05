import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { NO_CODE } from "#lib/core/request/request-scope.ts";
import { contentSecurityPolicy } from "#lib/server/cache/csp.ts";

const CUSTOM = { ...NO_CODE, head_code: "x", strict_csp: true, enable_embedding: false };
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/;

function directivesFor(src: string): Map<string, string[]> {
  const html = `<head><script src="${src}"></script></head>`;
  const directives = contentSecurityPolicy(html, CUSTOM).split(";");
  return new Map(
    directives.map((directive) => {
      const [name = "", ...values] = directive.trim().split(/\s+/);
      return [name, values];
    }),
  );
}

const usual = directivesFor("https://a.example/x.js");
const names = [...usual.keys()];

test("an operator's script is allowed by its origin, port and international name included", () => {
  expect(usual.get("script-src")).toEqual(["'self'", "https://a.example"]);
  const sources = (src: string) => directivesFor(src).get("script-src");
  expect(sources("http://a-1.b.example:8080/x.js?a;b")).toEqual([
    "'self'",
    "http://a-1.b.example:8080",
  ]);
  expect(sources("https://bücher.example/x.js")).toEqual([
    "'self'",
    "https://xn--bcher-kva.example",
  ]);
});

test("a script's address adds nothing to the policy but a whole origin of one host", () => {
  for (const host of [
    "a.example;frame-ancestors",
    "a.example;script-src-elem",
    "a;report-uri",
    "a,default-src",
    "*",
    "*.example",
    "a.example;",
    "a_b.example",
    "a%3bscript-src.example",
    "a%0aX-Header",
    "[::1]",
    "user:pass@a.example;b",
    "a$.example",
    "a.example.;b",
    ".",
  ]) {
    const directives = directivesFor(`https://${host}/x.js`);
    expect([host, [...directives.keys()]]).toEqual([host, names]);
    expect([host, directives.get("script-src")]).toEqual([host, ["'self'"]]);
  }
});

test("whatever a script's address is, the policy has the same directives, and origins in them", () => {
  const anywhere = fc
    .tuple(fc.constantFrom("http", "https", "HTTPS"), fc.string({ unit: "binary" }))
    .map(([scheme, rest]) => `${scheme}://${rest}`);
  fc.assert(
    fc.property(fc.oneof(anywhere, fc.webUrl(), fc.string()), (src) => {
      const directives = directivesFor(src.replaceAll('"', ""));
      const [self, ...sources] = directives.get("script-src") ?? [];
      const same = [...directives.keys()].join() === names.join() && self === "'self'";
      return same && sources.every((source) => ORIGIN.test(source));
    }),
    { numRuns: 500 },
  );
});
