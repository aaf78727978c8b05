import { type NextRequest, NextResponse } from "next/server";
import { isDevelopment } from "#lib/platform/config/env.ts";
import { pageOfHost } from "#lib/platform/http/hosts.ts";
import { adminPolicy, isPreview, PREVIEW_POLICY } from "#lib/server/cache/csp.ts";

const PUBLIC = /^\/s\//;

/**
 * The address as screens read it: of a parameter that stands twice the first counts, and no text of
 * ours has a NUL. Null: it is like that already.
 */
function plainAddress({ nextUrl }: NextRequest): URL | null {
  const given = [...nextUrl.searchParams];
  const names = new Set(given.map(([name]) => name));
  const isPlain = names.size === given.length && given.every(([, text]) => !text.includes("\0"));
  if (isPlain) return null;
  const url = nextUrl.clone();
  for (const [name, text] of given.toReversed())
    url.searchParams.set(name, text.replaceAll("\0", ""));
  return url;
}

/**
 * Shows on a page's own host that page, and nothing of the application. Documents of the
 * application get a policy with a nonce, which Next puts on its scripts.
 */
export function proxy(request: NextRequest): NextResponse {
  const page = pageOfHost(request.headers.get("host"));
  const url = request.nextUrl.clone();
  if (page !== null) {
    url.pathname = `/s/${encodeURIComponent(page)}${url.pathname}`;
    return NextResponse.rewrite(url);
  }
  if (PUBLIC.test(url.pathname)) return NextResponse.next();
  const policy = isPreview(url.pathname)
    ? PREVIEW_POLICY
    : adminPolicy(crypto.randomUUID(), isDevelopment());
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const plain = plainAddress(request);
  const response = plain
    ? NextResponse.rewrite(plain, { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  matcher: [
    "/((?!api/(?!v2/.+\\.json$)|_next/|(?:page(?:-\\w+)?|badge|embed/script|embed/frame)\\.js$).*)",
  ],
};
