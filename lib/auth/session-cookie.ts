import { env } from "#lib/env.ts";

/** Whether sessions go over https only, which is so where APP_URL is https. */
export function isSecure(): boolean {
  return env().APP_URL.startsWith("https:");
}

/**
 * With `__Host-` a browser takes the cookie from our own host only, not from a page's host below
 * the same domain.
 */
export function sessionCookieName(): string {
  return isSecure() ? "__Host-next-auth.session-token" : "next-auth.session-token";
}

function cookiesIn(header: string): [string, string][] {
  return header.split(";").map((pair) => {
    const end = Math.max(0, pair.indexOf("="));
    return [pair.slice(0, end).trim(), pair.slice(end + 1).trim()];
  });
}

/** The token that a `Cookie` header brings. */
export function tokenInCookies(header: string | null | undefined): string | undefined {
  const known = sessionCookieName();
  return cookiesIn(header ?? "").find(([name]) => name === known)?.[1];
}

/**
 * Whether a request comes with a session: then its answer is for its sender alone. Long sessions
 * are split over several cookies.
 */
export function hasSession(header: string | undefined): boolean {
  if (header === undefined || !header.includes("next-auth.session-token")) return false;
  const known = sessionCookieName();
  return cookiesIn(header).some(([name]) => name === known || name.startsWith(`${known}.`));
}
