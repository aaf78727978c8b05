import { database } from "#db/index.ts";
import {
  cookieIn,
  pageCookieName,
  sessionCookieName,
  setCookie,
  tokenInCookies,
} from "#lib/core/access/session-cookie.ts";
import { hashToken, isSecret, newSecret } from "#lib/core/access/tokens.ts";
import { endSessionOf, SESSION_SECONDS } from "#lib/identity/sessions/session-token.ts";
import { endPageSession } from "#lib/identity/visitor-sessions/page-session.ts";
import {
  acceptHandoff,
  fieldsOf,
  type ReturnTarget,
} from "#lib/identity/visitor-sessions/session-handoff.ts";
import { env } from "#lib/platform/config/env.ts";
import { pageOfHost } from "#lib/platform/http/hosts.ts";

export type Step = { location: string; cookies: string[] };

type PageVisit = { subdomain: string; headers: Headers };

export const BROWSER_SECONDS = 30 * 60;

function cameFrom(headers: Headers, base: string): string {
  const referer = headers.get("referer") ?? "";
  if (!URL.canParse(referer)) return "/";
  const { host, pathname, search } = new URL(referer);
  if (host !== headers.get("host")?.toLowerCase()) return "/";
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return "/";
  const path = pathname.slice(base.length) || "/";
  return path.startsWith("/session") ? "/" : path + search;
}

function signInAddress(wish: ReturnTarget): string {
  return `${env().APP_URL}/sign-in?${new URLSearchParams(fieldsOf(wish))}`;
}

/** Binds the handoff to this browser: nobody is signed in by another person's link. */
export function beginSignIn({ subdomain, headers }: PageVisit): Step {
  const host = headers.get("host");
  if (pageOfHost(host) === null) {
    const path = cameFrom(headers, `/s/${subdomain}`);
    return { location: signInAddress({ subdomain, path, browser: null }), cookies: [] };
  }
  const name = pageCookieName("browser");
  const known = cookieIn(headers.get("cookie"), name);
  const secret = isSecret(known) ? known : newSecret();
  const browser = hashToken(secret).toString("base64url");
  return {
    location: signInAddress({ subdomain, path: cameFrom(headers, ""), browser }),
    cookies: [setCookie(name, secret, BROWSER_SECONDS)],
  };
}

export async function finishSignIn({
  subdomain,
  headers,
  token,
}: PageVisit & { token: string }): Promise<Step> {
  if (pageOfHost(headers.get("host")) === null) return { location: `/s/${subdomain}`, cookies: [] };
  const browser = cookieIn(headers.get("cookie"), pageCookieName("browser"));
  const entered = await acceptHandoff(database(), { subdomain, token, browser });
  if (!entered) return { location: "/", cookies: [] };
  return {
    location: entered.path,
    cookies: [
      setCookie(pageCookieName(), entered.token, SESSION_SECONDS),
      setCookie(pageCookieName("browser"), "", 0),
    ],
  };
}

export async function signOutOf({ subdomain, headers }: PageVisit): Promise<Step> {
  const cookie = headers.get("cookie");
  if (pageOfHost(headers.get("host")) === null) {
    await endSessionOf(database(), tokenInCookies(cookie));
    return { location: `/s/${subdomain}`, cookies: [setCookie(sessionCookieName(), "", 0)] };
  }
  await endPageSession(database(), cookieIn(cookie, pageCookieName()));
  return { location: "/", cookies: [setCookie(pageCookieName(), "", 0)] };
}
