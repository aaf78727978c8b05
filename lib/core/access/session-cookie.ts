import { env } from "#lib/platform/config/env.ts";

export function isSecure(): boolean {
  return env().APP_URL.startsWith("https:");
}

/** `__Host-` makes browsers refuse such a cookie from a page's host below our domain. */
export function sessionCookieName(): string {
  return isSecure() ? "__Host-next-auth.session-token" : "next-auth.session-token";
}

type PageCookie = "page" | "browser" | "feeds";

export function pageCookieName(cookie: PageCookie = "page"): string {
  return `${isSecure() ? "__Host-" : ""}allclear-${cookie}`;
}

/** 0 seconds delete the cookie. */
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

export function cookieIn(header: string | null | undefined, known: string): string | undefined {
  return cookiesIn(header ?? "").find(([name]) => name === known)?.[1];
}

export function tokenInCookies(header: string | null | undefined): string | undefined {
  return cookieIn(header, sessionCookieName());
}

const MAY_BE_SESSION = /next-auth\.session-token|allclear-page/;

/** Such an answer is for its sender alone. Long sessions span several cookies. */
export function hasSession(header: string | undefined): boolean {
  if (header === undefined || !MAY_BE_SESSION.test(header)) return false;
  const [known, page] = [sessionCookieName(), pageCookieName()];
  return cookiesIn(header).some(
    ([name]) => name === known || name === page || name.startsWith(`${known}.`),
  );
}
