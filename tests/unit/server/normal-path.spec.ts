import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { normalPath } from "#lib/server/front/call.ts";

const PIECES = [
  "/",
  "//",
  ".",
  "..",
  "%2e",
  "%2E",
  "%2f",
  "%5c",
  "\\",
  "%",
  "%61",
  "%41",
  "%c3%a4",
];
const written = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 8 })
  .map((pieces) => `/${pieces.join("").replaceAll(/[?#]/g, "")}`);

/** How another reader, that of the web, understands a path. */
function readByUrl(path: string): string {
  return decodeURIComponent(new URL(`http://localhost${path}`).pathname);
}

test("the normal form of a path is normal, and leaves nothing to understand in two ways", () => {
  const ambiguous = /\\|(?:^|\/)\.{1,2}(?:\/|$)|%(?:2F|5C|[01]|7F)|%(?![0-9A-F]{2})/;
  const isSound = (path: string) => {
    const normal = normalPath(path);
    if (normal === null) return true;
    return (
      normalPath(normal) === normal &&
      /^\/(?:[^/]+(?:\/[^/]+)*)?$/.test(normal) &&
      /^[!-~]+$/.test(normal) &&
      !ambiguous.test(normal) &&
      readByUrl(normal) === decodeURIComponent(normal)
    );
  };
  fc.assert(fc.property(written, isSound), { numRuns: 20_000 });
});

test("a path that is normal stays as it is", () => {
  for (const path of [
    "/",
    "/api/v2/hello",
    "/.well-known/x",
    "/s/a.b",
    "/a...",
    "/%C3%A4",
    "/a;b=1",
  ])
    expect(normalPath(path)).toBe(path);
});

test("idle slashes and needless escapes go, escapes that must be are written in capitals", () => {
  expect(normalPath("//api///v2/hello//")).toBe("/api/v2/hello");
  expect(normalPath("/%61pi/v2/%7e%3f%c3%a4")).toBe("/api/v2/~%3F%C3%A4");
  expect(normalPath("/%2561pi")).toBe("/%2561pi");
  expect(normalPath("///")).toBe("/");
});

test("what can be understood in two ways has no normal form", () => {
  for (const path of ["/a/../b", "/./a", "/%2e%2E/a", "/a%2fb", "/a\\b", "/a%5Cb", "/%00", "/%0a"])
    expect(normalPath(path), path).toBeNull();
  for (const path of ["/%", "/%zz", "/%ff", "/%E0%A4%A", "/ä", "/a b"])
    expect(normalPath(path), path).toBeNull();
});
