import { createHash } from "node:crypto";
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http";
import { isAlike } from "#lib/core/routes/place.ts";
import { isInbox, isSecret, type PublicRoute } from "#lib/core/routes/route.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/server/cache/outcome.ts";
import type { Entity } from "#lib/server/cache/variants.ts";

// Browsers revalidate every time (304 is cheap); shared caches keep a copy for 2 s, and for a day
// if we do not answer at all.
const SHARED = "public, max-age=0, s-maxage=2, stale-if-error=86400";
const TARGETED = "max-age=2, stale-while-revalidate=5, stale-if-error=86400";
// Cloudflare would show a copy that a purge has marked as stale once more.
const TARGETED_BY_CLOUDFLARE = "max-age=2, stale-if-error=86400";
const PRIVATE = "private, no-store";
const BROWSERS = "private, max-age=0";
const UNCHANGING = "public, max-age=31536000, s-maxage=60, stale-if-error=86400, immutable";
const UNCHANGING_TARGETED = "max-age=60, stale-while-revalidate=60, stale-if-error=86400";

const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|rss\+xml|atom\+xml|manifest\+json)|image\/svg\+xml)/;

/** Headers that we set ourselves, or that are internal to Next. */
const OURS = new Set([
  "cache-control",
  "cache-tag",
  "cdn-cache-control",
  "cdn-tag",
  "connection",
  "content-length",
  "content-security-policy",
  "date",
  "etag",
  "keep-alive",
  "last-modified",
  "link",
  "referrer-policy",
  "surrogate-key",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
  "x-frame-options",
  "x-request-id",
  "xkey",
]);

// Scripts elsewhere ask again with the ETag that they got.
const FOR_SCRIPTS = [
  ...["Access-Control-Allow-Origin", "*"],
  ...["Access-Control-Expose-Headers", "ETag"],
];

type Content = Pick<Outcome, "headers" | "body" | "policy" | "moved">;

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

// An uploaded image opened by itself must not do anything.
const OF_IMAGES = "default-src 'none'; sandbox";

function security(policy: string | null, route: PublicRoute | null): string[] {
  const referrer = route && isSecret(route) ? "no-referrer" : "strict-origin-when-cross-origin";
  const always = ["X-Content-Type-Options", "nosniff", "Referrer-Policy", referrer];
  const own = route?.kind === "image" ? OF_IMAGES : policy;
  return own ? [...always, "Content-Security-Policy", own] : always;
}

function varyOf(route: PublicRoute): string {
  return [
    "Accept-Encoding",
    ...(isAlike(route) ? [] : ["Accept-Language"]),
    ...(route.negotiated ? ["Accept"] : []),
  ].join(", ");
}

/** Strong ETag of the identity variant: the renderer's own, which `If-Match` needs, else a hash. */
function etagOf({ headers, body, policy }: Content): string {
  const own = policy === null && headers.etag;
  if (typeof own === "string" && /^"[^"]+"$/.test(own)) return own;
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

function entity(outcome: Content, route: PublicRoute | null, caching: string[]): Entity {
  const compressible = COMPRESSIBLE.test(String(outcome.headers["content-type"] ?? ""));
  const protection = security(outcome.policy, route);
  const headers = [...passedOn(outcome.headers), ...protection, ...caching];
  const { body, moved } = outcome;
  return { etag: etagOf(outcome), headers, body, compressible, ...(moved && { moved }) };
}

/** For Fastly, Cloudflare (and others by setting), Varnish and bunny.net. */
function tagged(tag: string): string[] {
  const names = ["Surrogate-Key", "Cache-Tag", "xkey"];
  const all = env().CDN_PURGE?.cdn === "bunny" ? [...names, "CDN-Tag"] : names;
  return all.flatMap((name) => [name, tag]);
}

/** Cloudflare and bunny.net ignore `Vary`: one reader's language would be everybody's. */
export function isForCaches(route: PublicRoute | null): boolean {
  const cdn = env().CDN_PURGE?.cdn;
  const ignoresVary = cdn === "cloudflare" || cdn === "bunny";
  return !ignoresVary || (route !== null && isAlike(route) && !route.negotiated);
}

function lifetimesOf(route: PublicRoute, moved?: string): [control: string, targeted: string] {
  if (!isForCaches(route)) return [BROWSERS, "no-store"];
  // Content at such an address never changes; the target of a redirect may.
  if (route.unchanging && moved === undefined) return [UNCHANGING, UNCHANGING_TARGETED];
  const isCloudflare = env().CDN_PURGE?.cdn === "cloudflare";
  return [SHARED, isCloudflare ? TARGETED_BY_CLOUDFLARE : TARGETED];
}

/** @param tag of its page, by which CDNs drop it */
export function sharedEntity(outcome: Content, route: PublicRoute, tag: string): Entity {
  const [control, targeted] = lifetimesOf(route, outcome.moved);
  const caching = ["Cache-Control", control, "CDN-Cache-Control", targeted, ...tagged(tag)];
  const cors = route.cors ? FOR_SCRIPTS : [];
  return entity(outcome, route, ["Vary", varyOf(route), ...caching, ...cors]);
}

export function assetEntity(outcome: Content): Entity {
  const caching = String(outcome.headers["cache-control"] ?? "public, max-age=0");
  return entity(outcome, null, ["Vary", "Accept-Encoding", "Cache-Control", caching]);
}

const FOR_ONE = [
  ...["Vary", "Accept-Encoding, Accept-Language, Cookie, Authorization"],
  ...["Cache-Control", PRIVATE],
];

export function privateEntity(
  outcome: Content & Pick<Outcome, "cache">,
  route: PublicRoute | null,
): Entity {
  const isPublic = route?.cors && outcome.cache !== undefined;
  const cors = isPublic || (route && isInbox(route)) ? FOR_SCRIPTS : [];
  return entity(outcome, route, [...FOR_ONE, ...cors]);
}

const ABOUT_CACHING = [
  ...["vary", "cache-control", "cdn-cache-control"],
  ...["surrogate-key", "cache-tag", "xkey", "cdn-tag"],
];

/** Public answer to a restricted request: shared caches must not store it at that address. */
export function asPrivate({ headers, ...shared }: Entity): Entity {
  const others = headers.flatMap((name, index) => {
    const isName = index % 2 === 0 && !ABOUT_CACHING.includes(name.toLowerCase());
    return isName ? [name, headers[index + 1] ?? ""] : [];
  });
  return { ...shared, headers: [...others, ...FOR_ONE] };
}
