import { env } from "#lib/platform/config/env.ts";

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

/**
 * Cookies on a page's own host: of its session; of a browser that is about to sign in; of an
 * address that is shown once.
 */
type PageCookie = "page" | "browser" | "feeds";

export function pageCookieName(cookie: PageCookie = "page"): string {
  return `${isSecure() ? "__Host-" : ""}allclear-${cookie}`;
}

/** A `Set-Cookie` header for this host alone; 0 seconds: the cookie goes. */
export function setCookie(name: string, value: string, seconds: number): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function cookiesIn(header: string): [string, string][] {
  return header.split(";").map((pair) => {
    const end = Math.max(0, pair.indexOf("="));
    return [pair.slice(0, end).trim(), pair.slice(end + 1).trim()];
  });
}

/** The value of a cookie in a `Cookie` header. */
export function cookieIn(header: string | null | undefined, known: string): string | undefined {
  return cookiesIn(header ?? "").find(([name]) => name === known)?.[1];
}

/** The token that a `Cookie` header brings. */
export function tokenInCookies(header: string | null | undefined): string | undefined {
  return cookieIn(header, sessionCookieName());
}

const MAY_BE_SESSION = /next-auth\.session-token|allclear-page/;

/**
 * Whether a request comes with a session, the application's or a page's: then its answer is for its
 * sender alone. Long sessions are split over several cookies.
 */
export function hasSession(header: string | undefined): boolean {
  if (header === undefined || !MAY_BE_SESSION.test(header)) return false;
  const [known, page] = [sessionCookieName(), pageCookieName()];
  return cookiesIn(header).some(
    ([name]) => name === known || name === page || name.startsWith(`${known}.`),
  );
}
