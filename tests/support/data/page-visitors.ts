import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#db/index.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import type { Method } from "#lib/identity/users/schema.ts";
import { renewFeedToken } from "#lib/identity/visitor-sessions/feed-tokens.ts";
import { acceptHandoff, createHandoff } from "#lib/identity/visitor-sessions/session-handoff.ts";

type User = { id: number };

function contextOf(db: Db, { id }: User) {
  const actor = { kind: "user", user_id: id, api_key_id: null } as const;
  return { db, actor, address: "192.0.2.10", request_id: "test" };
}

/** The cookie of somebody who signed in at the application. */
export async function accountCookie(
  db: Db,
  user: User,
  method: Method = "password",
): Promise<string> {
  const row = await findUser(db, user.id);
  if (!row) throw new Error("no such user");
  return `next-auth.session-token=${await newSession(db, row, { method })}`;
}

/** The cookie of somebody who signed in to a page on its own host. */
export async function pageCookie(db: Db, user: User, subdomain: string): Promise<string> {
  const [, account] = (await accountCookie(db, user)).split("=");
  const session = await sessionOfToken(db, account);
  if (!session) throw new Error("no session");
  const browser = randomBytes(24).toString("base64url");
  const hash = createHash("sha256").update(browser).digest("base64url");
  const wish = { subdomain, path: "/", browser: hash };
  const url = await createHandoff(contextOf(db, user), session, wish);
  const token = url.split("/session/")[1] ?? "";
  const entered = await acceptHandoff(db, { subdomain, token, browser });
  if (!entered) throw new Error("not let in");
  return `allclear-page=${entered.token}`;
}

/** The secret in the addresses of somebody's feeds of a page. */
export async function feedTokenOf(db: Db, user: User, subdomain: string): Promise<string> {
  return renewFeedToken(contextOf(db, user), { subdomain });
}
