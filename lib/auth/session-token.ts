import { decode, encode } from "next-auth/jwt";
import type { Db } from "#db/index.ts";
import { passwordStamp } from "#lib/auth/passwords.ts";
import { env } from "#lib/env.ts";
import { findUser, type UserRow } from "#lib/users/queries.ts";

export const SESSION_SECONDS = 12 * 60 * 60;

export function sessionSecret(): string {
  const { APP_SECRET } = env();
  if (!APP_SECRET) throw new Error("APP_SECRET is not set");
  return APP_SECRET;
}

/** Whether sessions go over https only, which is so where APP_URL is https. */
export function isSecure(): boolean {
  return env().APP_URL.startsWith("https:");
}

/** With `__Host-` a browser takes the cookie from our own host only, not from a page's host below the same domain. */
export function sessionCookieName(): string {
  return isSecure() ? "__Host-next-auth.session-token" : "next-auth.session-token";
}

export function sessionTokenOf(user: UserRow): Promise<string> {
  const token = { sub: String(user.id), stamp: passwordStamp(user.password_hash ?? "") };
  return encode({ token, secret: sessionSecret(), maxAge: SESSION_SECONDS });
}

async function read(value: string) {
  try {
    return await decode({ token: value, secret: sessionSecret() });
  } catch {
    return null;
  }
}

/** Who a session's token names, unless it has run out or the password is another one by now. It tells only that: roles are read each time. */
export async function userOfToken(db: Db, value: string | undefined): Promise<UserRow | null> {
  const token = value ? await read(value) : null;
  const user = token?.sub ? await findUser(db, Number(token.sub)) : undefined;
  return user && token?.stamp === passwordStamp(user.password_hash ?? "") ? user : null;
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

/** Whether a request comes with a session: then its answer is for its sender alone. Long sessions are split over several cookies. */
export function hasSession(header: string | undefined): boolean {
  if (header === undefined || !header.includes("next-auth.session-token")) return false;
  const known = sessionCookieName();
  return cookiesIn(header).some(([name]) => name === known || name.startsWith(`${known}.`));
}
