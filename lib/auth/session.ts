import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { AuthOptions } from "next-auth";
import { decode, encode } from "next-auth/jwt";
import { cache } from "react";
import { database } from "#db/index.ts";
import { passwordStamp } from "#lib/auth/passwords.ts";
import { type Context, requestContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { isLocale, type Locale, negotiateLocale } from "#lib/i18n/translator.ts";
import { requestScope } from "#lib/request-scope.ts";
import { findUser, type UserRow } from "#lib/users/queries.ts";

const MAX_AGE_S = 12 * 60 * 60;

function secret(): string {
  const { APP_SECRET } = env();
  if (!APP_SECRET) throw new Error("APP_SECRET is not set");
  return APP_SECRET;
}

function isSecure(): boolean {
  return env().APP_URL.startsWith("https:");
}

function cookieName(): string {
  return isSecure() ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** What next-auth's route needs to renew a session. Signing in is not done there: lib/auth/sign-in.ts is the only way. */
export function authOptions(): AuthOptions {
  return {
    providers: [],
    secret: secret(),
    session: { strategy: "jwt", maxAge: MAX_AGE_S },
    useSecureCookies: isSecure(),
    pages: { signIn: "/sign-in", signOut: "/", error: "/sign-in" },
  };
}

/** Signs a user in: 12 hours from now, and again from each use of the admin UI. */
export async function startSession(user: UserRow): Promise<void> {
  const token = { sub: String(user.id), stamp: passwordStamp(user.password_hash ?? "") };
  const value = await encode({ token, secret: secret(), maxAge: MAX_AGE_S });
  (await cookies()).set(cookieName(), value, { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge: MAX_AGE_S });
}

export async function endSession(): Promise<void> {
  (await cookies()).set(cookieName(), "", { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge: 0 });
}

async function readToken(): Promise<{ user_id: number; stamp: unknown } | null> {
  const value = (await cookies()).get(cookieName())?.value;
  if (!value) return null;
  try {
    const token = await decode({ token: value, secret: secret() });
    return token?.sub ? { user_id: Number(token.sub), stamp: token.stamp } : null;
  } catch {
    return null;
  }
}

/** Who is signed in. The session tells only that: roles are read from the database each time. */
export const currentUser = cache(async (): Promise<UserRow | null> => {
  const token = await readToken();
  const user = token && (await findUser(database(), token.user_id));
  return user && token.stamp === passwordStamp(user.password_hash ?? "") ? user : null;
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
