import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { AuthOptions } from "next-auth";
import { cache } from "react";
import { database } from "#db/index.ts";
import { isSecure, SESSION_SECONDS, sessionCookieName, sessionSecret, sessionTokenOf, userOfToken } from "#lib/auth/session-token.ts";
import { type Context, requestContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { isLocale, type Locale, negotiateLocale } from "#lib/i18n/translator.ts";
import { requestScope } from "#lib/request-scope.ts";
import type { UserRow } from "#lib/users/queries.ts";

function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
}

/** What next-auth's route needs to renew a session. Signing in is not done there: lib/auth/sign-in.ts is the only way. */
export function authOptions(): AuthOptions {
  return {
    providers: [],
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: { name: sessionCookieName(), options: cookieOptions() } },
    pages: { signIn: "/sign-in", signOut: "/", error: "/sign-in" },
  };
}

/** Signs a user in: 12 hours from now, and again from each use of the admin UI. */
export async function startSession(user: UserRow): Promise<void> {
  (await cookies()).set(sessionCookieName(), await sessionTokenOf(user), { ...cookieOptions(), maxAge: SESSION_SECONDS });
}

export async function endSession(): Promise<void> {
  (await cookies()).set(sessionCookieName(), "", { ...cookieOptions(), maxAge: 0 });
}

/** Who is signed in. */
export const currentUser = cache(async (): Promise<UserRow | null> => {
  return userOfToken(database(), (await cookies()).get(sessionCookieName())?.value);
});

/** The language chosen by a user, else the browser's. */
export async function localeOf(user: UserRow | null): Promise<Locale> {
  if (user && isLocale(user.locale)) return user.locale;
  return negotiateLocale((await headers()).get("accept-language"));
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

/** The user of the session and the context of what they ask for; without a session the browser goes to the sign-in page and comes back. */
export async function sessionContext(): Promise<{ user: UserRow; ctx: Context }> {
  const user = await currentUser();
  if (!user) {
    const next = askedFor();
    redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
  }
  return { user, ctx: userContext(user) };
}
