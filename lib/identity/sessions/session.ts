import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { AuthOptions } from "next-auth";
import { cache } from "react";
import { database } from "#db/index.ts";
import { isSecure, sessionCookieName } from "#lib/core/access/session-cookie.ts";
import { type Context, requestContext } from "#lib/core/request/context.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { type EndedSession, touchSession } from "#lib/identity/sessions/queries.ts";
import {
  endSessionOf,
  endTokensSession,
  newSession,
  type ProviderSession,
  SESSION_SECONDS,
  type Session,
  sessionOfToken,
  sessionSecret,
} from "#lib/identity/sessions/session-token.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import type { Method } from "#lib/identity/users/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { closest, negotiated } from "#lib/platform/i18n/negotiation.ts";
import { ADMIN_LOCALES, DEFAULT_LANG, type Locale } from "#lib/platform/i18n/translator.ts";

function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
}

/** next-auth renews the session. Signing in happens only in lib/identity/sign-in/sign-in.ts. */
export function authOptions(): AuthOptions {
  return {
    providers: [],
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: { name: sessionCookieName(), options: cookieOptions() } },
    events: { signOut: async ({ token }) => void (await endTokensSession(database(), token)) },
    pages: { signIn: "/sign-in", signOut: "/", error: "/sign-in" },
  };
}

const MAX_AGENT = 500;
const SEEN_EVERY_S = 60;

async function place() {
  const user_agent = (await headers()).get("user-agent")?.slice(0, MAX_AGENT) ?? null;
  return { address: requestScope.getStore()?.address ?? null, user_agent };
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Browsers silently drop the secure cookie of a form sent by plain http. Proxies do not change
 * `Origin`; on loopback browsers keep such cookies.
 * @throws {AppError} `invalid`
 */
export async function requireHttps(): Promise<void> {
  const origin = (await headers()).get("origin") ?? "";
  if (!isSecure() || !URL.canParse(origin)) return;
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:" || LOOPBACK.test(hostname)) return;
  throw invalid({ base: [{ code: "https_only", values: { url: env().APP_URL } }] });
}

/** Lasts 12 hours from each use, at most 30 days. Ends this browser's previous session. */
export async function startSession(
  user: UserRow,
  method: Method,
  provider: ProviderSession | null = null,
): Promise<void> {
  const jar = await cookies();
  await endSessionOf(database(), jar.get(sessionCookieName())?.value);
  const token = await newSession(database(), user, { method, ...provider, ...(await place()) });
  jar.set(sessionCookieName(), token, { ...cookieOptions(), maxAge: SESSION_SECONDS });
}

export async function endSession(): Promise<EndedSession | undefined> {
  const ended = await endSessionOf(database(), (await cookies()).get(sessionCookieName())?.value);
  (await cookies()).set(sessionCookieName(), "", { ...cookieOptions(), maxAge: 0 });
  return ended;
}

async function noteSeen({ session_id, last_seen_at }: Session): Promise<void> {
  const now = wireNow();
  if (last_seen_at !== null && later(last_seen_at, SEEN_EVERY_S) > now) return;
  await touchSession(database(), session_id, { ...(await place()), last_seen_at: now });
}

export const currentSession = cache(async (): Promise<Session | null> => {
  const value = (await cookies()).get(sessionCookieName())?.value;
  const session = await sessionOfToken(database(), value);
  if (session) await noteSeen(session);
  return session;
});

export async function currentUser(): Promise<UserRow | null> {
  return (await currentSession())?.user ?? null;
}

function requestUrl(): URL {
  return new URL(requestScope.getStore()?.url ?? "/", env().APP_URL);
}

function languageOfPage(): string {
  const [, query] = requestUrl().searchParams.get("path")?.split("?") ?? [];
  return new URLSearchParams(query).get("lang") ?? "";
}

/** The user's language, else the status page's, else the browser's, among those of the admin. */
export async function localeOf(user: UserRow | null): Promise<Locale> {
  const chosen = closest(user?.locale ?? languageOfPage(), ADMIN_LOCALES);
  const accepted = (await headers()).get("accept-language");
  return chosen ?? negotiated(accepted, ADMIN_LOCALES) ?? DEFAULT_LANG;
}

/** A weak session may use the account only. */
export function sessionContextOf({ user, session_id, is_weak }: Session): Context {
  const own = { user_id: user.id, session_id };
  return requestContext(
    is_weak ? { kind: "account", ...own } : { kind: "user", ...own, api_key_id: null },
  );
}

function askedFor(): string {
  const { pathname, searchParams } = requestUrl();
  searchParams.delete("_rsc");
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

function leadTo(path: string): never {
  const next = askedFor();
  redirect(next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`);
}

export type Opened = { user: UserRow; session: Session; ctx: Context };

/**
 * The context for the user's own account; without a session the browser signs in and comes back.
 */
export async function accountContext(): Promise<Opened> {
  const session = await currentSession();
  if (!session) leadTo("/sign-in");
  return { user: session.user, session, ctx: sessionContextOf(session) };
}

/** The context for everything else; a weak session sets up its second proof first. */
export async function sessionContext(): Promise<Opened> {
  const opened = await accountContext();
  if (opened.session.is_weak) leadTo("/secure");
  return opened;
}
