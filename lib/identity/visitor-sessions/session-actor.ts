import type { Db } from "#db/index.ts";
import { cookieIn, pageCookieName, tokenInCookies } from "#lib/core/access/session-cookie.ts";
import type { Actor } from "#lib/core/request/context.ts";
import { userOfToken } from "#lib/identity/sessions/session-token.ts";
import { findOpenPageSession } from "#lib/identity/visitor-sessions/page-session.ts";
import { pageOfHost } from "#lib/platform/http/hosts.ts";

/**
 * Who is signed in where a request came to: on a page's own host by that page's session alone, at
 * the application by the account's alone.
 */
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
