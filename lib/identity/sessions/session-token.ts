import { randomBytes } from "node:crypto";
import { decode, encode, type JWT } from "next-auth/jwt";
import type { Db } from "#db/index.ts";
import { passwordStamp } from "#lib/core/access/passwords.ts";
import { tokenInCookies } from "#lib/core/access/session-cookie.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import {
  deleteOldSessions,
  deleteSession,
  type EndedSession,
  findSession,
  insertSession,
  type SessionRow,
} from "#lib/identity/sessions/queries.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import { isStrong, type Method } from "#lib/identity/users/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

export const SESSION_SECONDS = 12 * 60 * 60;

export function sessionSecret(): string {
  const { APP_SECRET } = env();
  if (!APP_SECRET) throw new Error("APP_SECRET is not set");
  return APP_SECRET;
}

// Renewal does not extend a session beyond this.
const LIMIT_SECONDS = 30 * DAY_SECONDS;

export function earliestStart(): string {
  return later(wireNow(), -LIMIT_SECONDS);
}

/** The provider at which a session began: its issuer, its own id of it, the sealed ID token. */
export type ProviderSession = {
  oidc_issuer: string;
  oidc_sid: string | null;
  id_token_sealed?: string | null;
};

type Beginning = Partial<ProviderSession> & {
  method: Method;
  address?: string | null;
  user_agent?: string | null;
};

/** @returns the token for the session's cookie */
export async function newSession(
  db: Db,
  user: UserRow,
  beginning: Beginning = { method: "password" },
): Promise<string> {
  const session = randomBytes(24).toString("base64url");
  await deleteOldSessions(db, user.id, earliestStart());
  const now = wireNow();
  const seen = { started_at: now, last_seen_at: now };
  const values = { user_id: user.id, id_hash: hashToken(session), ...seen, ...beginning };
  await insertSession(db, values);
  const token = { sub: String(user.id), stamp: stampOf(user), session };
  return encode({ token, secret: sessionSecret(), maxAge: SESSION_SECONDS });
}

/** Ends the session for every copy of its cookie. */
export async function endSessionOf(
  db: Db,
  value: string | undefined,
): Promise<EndedSession | undefined> {
  return endTokensSession(db, value ? await read(value) : null);
}

export async function endTokensSession(
  db: Db,
  token: JWT | null,
): Promise<EndedSession | undefined> {
  if (typeof token?.session !== "string") return undefined;
  return deleteSession(db, hashToken(token.session));
}

async function read(value: string) {
  try {
    return await decode({ token: value, secret: sessionSecret() });
  } catch {
    return null;
  }
}

export type Session = {
  session_id: number;
  stamp: string;
  user: UserRow;
  method: Method;
  last_seen_at: string | null;
  provider: ProviderSession | null;
  /** An organization of the user requires more than this session began with. */
  is_weak: boolean;
};

/** Null when it expired, was ended, or the password changed. Roles are read each time. */
export async function sessionOfToken(db: Db, value: string | undefined): Promise<Session | null> {
  const token = value ? await read(value) : null;
  if (typeof token?.session !== "string") return null;
  const row = await findSession(db, hashToken(token.session), earliestStart());
  return row && token.stamp === stampOf(row) ? sessionOf(row) : null;
}

export function stampOf(user: UserRow): string {
  return passwordStamp(user.password_hash ?? "");
}

function sessionOf(row: SessionRow): Session {
  const { session_id, method, last_seen_at, strong_sign_in_required, ...rest } = row;
  const { oidc_issuer, oidc_sid, ...user } = rest;
  const provider = oidc_issuer === null ? null : { oidc_issuer, oidc_sid };
  const is_weak = strong_sign_in_required && !isStrong(method);
  return { session_id, stamp: stampOf(user), user, method, last_seen_at, provider, is_weak };
}

/** Null also for sessions that have yet to prove more. */
export async function userOfToken(db: Db, value: string | undefined): Promise<UserRow | null> {
  const session = await sessionOfToken(db, value);
  return session && !session.is_weak ? session.user : null;
}

/** Checks signature and expiry only. */
export async function hasOwnToken(header: string | undefined): Promise<boolean> {
  const value = tokenInCookies(header);
  return value !== undefined && (await read(value)) !== null;
}
