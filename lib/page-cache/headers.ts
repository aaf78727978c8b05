import { createHash } from "node:crypto";
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http";
import type { Outcome } from "#lib/page-cache/outcome.ts";
import type { Route } from "#lib/page-cache/routes.ts";
import type { Entity } from "#lib/page-cache/variants.ts";

// Browsers ask every time (304 is cheap); shared caches hold a copy for 2 s, and for a day if we do
// not answer at all.
const SHARED = "public, max-age=0, s-maxage=2, stale-if-error=86400";
const TARGETED = "max-age=2, stale-while-revalidate=5, stale-if-error=86400";
const PRIVATE = "private, no-store";

const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|rss\+xml|atom\+xml|manifest\+json)|image\/svg\+xml)/;

/** What we say ourselves, or what is Next's business only. */
const OURS = new Set([
  "cache-control",
  "cdn-cache-control",
  "connection",
  "content-length",
  "content-security-policy",
  "date",
  "etag",
  "keep-alive",
  "last-modified",
  "link",
  "referrer-policy",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
  "x-frame-options",
  "x-request-id",
]);

type Content = Pick<Outcome, "headers" | "body" | "policy">;

function values(value: OutgoingHttpHeader | undefined): string[] {
  return value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String);
}

function passedOn(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers)
    .filter(
      ([name]) =>
        !OURS.has(name) && !name.startsWith("x-nextjs-") && !name.startsWith("x-middleware-"),
    )
    .flatMap(([name, value]) => values(value).flatMap((text) => [name, text]));
}

function security(policy: string | null): string[] {
  const always = [
    "X-Content-Type-Options",
    "nosniff",
    "Referrer-Policy",
    "strict-origin-when-cross-origin",
  ];
  return policy ? [...always, "Content-Security-Policy", policy] : always;
}

/**
 * The strong ETag of the identity variant: the renderer's own, so that it can be used in
 * `If-Match`, else one of the bytes.
 */
function etagOf({ headers, body, policy }: Content): string {
  const given = policy === null && headers.etag;
  if (typeof given === "string" && /^"[^"]+"$/.test(given)) return given;
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

function entity(outcome: Content, caching: string[]): Entity {
  const compressible = COMPRESSIBLE.test(String(outcome.headers["content-type"] ?? ""));
  const headers = [...passedOn(outcome.headers), ...security(outcome.policy), ...caching];
  return { etag: etagOf(outcome), headers, body: outcome.body, compressible };
}

/** An answer that everybody may get, and caches on the way may keep. */
export function sharedEntity(outcome: Content, route: Route | null): Entity {
  const vary =
    route && route.kind !== "data" ? "Accept-Encoding, Accept-Language" : "Accept-Encoding";
  return entity(outcome, ["Vary", vary, "Cache-Control", SHARED, "CDN-Cache-Control", TARGETED]);
}

/**
 * A file that never changes under its name, or is asked for again each time; as its own headers
 * say.
 */
export function assetEntity(outcome: Content): Entity {
  const caching = String(outcome.headers["cache-control"] ?? "public, max-age=0");
  return entity(outcome, ["Vary", "Accept-Encoding", "Cache-Control", caching]);
}

/** An answer for one visitor. */
export function privateEntity(outcome: Content): Entity {
  return entity(outcome, [
    "Vary",
    "Accept-Encoding, Accept-Language, Cookie",
    "Cache-Control",
    PRIVATE,
  ]);
}
