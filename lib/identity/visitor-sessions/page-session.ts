import type { Db } from "#db/index.ts";
import { cookieIn, pageCookieName, tokenInCookies } from "#lib/core/access/session-cookie.ts";
import { hashToken, newSecret } from "#lib/core/access/tokens.ts";
import type { Actor } from "#lib/core/request/context.ts";
import {
  earliestStart,
  SESSION_SECONDS,
  stampOf,
  userOfToken,
} from "#lib/identity/sessions/session-token.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import {
  deleteAccountSession,
  findPageSession,
  type Handover,
  insertPageSession,
} from "#lib/identity/visitor-sessions/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { pageOfHost } from "#lib/platform/http/hosts.ts";

type PageSession = { status_page_id: number; session_id: number; user: UserRow };

function earliest(): string {
  return later(wireNow(), -SESSION_SECONDS);
}

/** @returns the token for its cookie */
export async function startPageSession(db: Db, handover: Handover): Promise<string> {
  const token = newSecret();
  const { status_page_id, session_id, password_stamp } = handover;
  const started_at = wireNow();
  const token_hash = hashToken(token);
  const values = { token_hash, status_page_id, session_id, password_stamp, started_at };
  await insertPageSession(db, values, earliest());
  return token;
}

/** Null 12 hours after its start, when the account's session ended, or the password changed. */
export async function findOpenPageSession(
  db: Db,
  token: string | undefined,
): Promise<PageSession | null> {
  if (!token) return null;
  const since = { page: earliest(), account: earliestStart() };
  const row = await findPageSession(db, hashToken(token), since);
  if (!row) return null;
  const { status_page_id, session_id, password_stamp, ...user } = row;
  return password_stamp === stampOf(user) ? { status_page_id, session_id, user } : null;
}

/** Signs out everywhere the account's session was used. */
export async function endPageSession(db: Db, token: string | undefined): Promise<void> {
  const session = await findOpenPageSession(db, token);
  if (session) await deleteAccountSession(db, session.session_id);
}

/** A page's own host accepts only that page's session, the application only the account's. */
export async function sessionActor(
  db: Db,
  cookies: string | null | undefined,
  host: string | null | undefined,
): Promise<Actor | null> {
  if (pageOfHost(host) === null) {
    const user = await userOfToken(db, tokenInCookies(cookies));
    return user && { kind: "user", user_id: user.id, api_key_id: null };
  }
  const session = await findOpenPageSession(db, cookieIn(cookies, pageCookieName()));
  return (
    session && {
      kind: "reader",
      user_id: session.user.id,
      status_page_id: session.status_page_id,
    }
  );
}
