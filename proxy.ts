import { type NextRequest, NextResponse } from "next/server";
import { pageOfHost } from "#lib/hosts.ts";

/** Shows on a page's own host that page, and nothing of the application. */
export function proxy(request: NextRequest): NextResponse {
  const page = pageOfHost(request.headers.get("host"));
  if (page === null) return NextResponse.next();
  const url = request.nextUrl.clone();
  url.pathname = `/s/${encodeURIComponent(page)}${url.pathname}`;
  return NextResponse.rewrite(url);
}

export const config = {
  matcher: [
    "/((?!api/(?!v2/.+\\.json$)|_next/|(?:page(?:-\\w+)?|badge|embed/script|embed/frame)\\.js$|favicon\\.ico$).*)",
  ],
};
