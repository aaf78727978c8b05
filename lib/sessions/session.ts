import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { AuthOptions } from "next-auth";
import { cache } from "react";
import { database } from "#db/index.ts";
import { isSecure, sessionCookieName } from "#lib/auth/session-cookie.ts";
import { type Context, requestContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { closest, negotiated } from "#lib/i18n/negotiation.ts";
import { ADMIN_LOCALES, DEFAULT_LANG, type Locale } from "#lib/i18n/translator.ts";
import { requestScope } from "#lib/request-scope.ts";
import {
  endSessionOf,
  endTokensSession,
  newSession,
  SESSION_SECONDS,
  type Session,
  sessionOfToken,
  sessionSecret,
} from "#lib/sessions/session-token.ts";
import type { UserRow } from "#lib/users/queries.ts";

function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
}

/**
 * What next-auth's route needs to renew a session. Signing in is not done there:
 * lib/sign-in/sign-in.ts is the only way.
 */
export function authOptions(): AuthOptions {
  return {
    providers: [],
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: { name: sessionCookieName(), options: cookieOptions() } },
    events: { signOut: ({ token }) => endTokensSession(database(), token) },
    pages: { signIn: "/sign-in", signOut: "/", error: "/sign-in" },
  };
}

/** Signs a user in: 12 hours from now, and again from each use of the admin UI, for 30 days. */
export async function startSession(user: UserRow): Promise<void> {
  (await cookies()).set(sessionCookieName(), await newSession(database(), user), {
    ...cookieOptions(),
    maxAge: SESSION_SECONDS,
  });
}

/** Signs out: on the server, so that no copy of the cookie is worth anything. */
export async function endSession(): Promise<void> {
  await endSessionOf(database(), (await cookies()).get(sessionCookieName())?.value);
  (await cookies()).set(sessionCookieName(), "", { ...cookieOptions(), maxAge: 0 });
}

export const currentSession = cache(async (): Promise<Session | null> => {
  return sessionOfToken(database(), (await cookies()).get(sessionCookieName())?.value);
});

/** Who is signed in. */
export async function currentUser(): Promise<UserRow | null> {
  return (await currentSession())?.user ?? null;
}

/** Of the languages that the admin speaks the one chosen by a user, else the browser's. */
export async function localeOf(user: UserRow | null): Promise<Locale> {
  const chosen = closest(user?.locale ?? "", ADMIN_LOCALES);
  const accepted = (await headers()).get("accept-language");
  return chosen ?? negotiated(accepted, ADMIN_LOCALES) ?? DEFAULT_LANG;
}

export function userContext(user: UserRow): Context {
  return requestContext({ kind: "user", user_id: user.id, api_key_id: null });
}

/** The path and query of this request, without what Next adds to it. */
function askedFor(): string {
  const { pathname, searchParams } = new URL(requestScope.getStore()?.url ?? "/", env().APP_URL);
  searchParams.delete("_rsc");
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/**
 * The user of the session and the context of what they ask for; without a session the browser goes
 * to the sign-in page and comes back.
 */
export async function sessionContext(): Promise<{ user: UserRow; ctx: Context }> {
  const user = await currentUser();
  if (!user) {
    const next = askedFor();
    redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
  }
  return { user, ctx: userContext(user) };
}
